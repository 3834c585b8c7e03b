import { parseObject } from './json.ts'
import { arr, obj, objects, str, text } from './read.ts'
import { type ToolKind, toolKindOf, toolWord } from './tool-kind.ts'

/** A tool call in words that are the same for every harness. */
export type CallSummary = {
  kind: ToolKind
  /** `Run`, `Read`, `Edit`, … or the tool's own name. */
  verb: string
  /** The MCP server, where the tool belongs to one. */
  server: string | null
  /** What it is about, on one line: a command, a path, a pattern. Empty when the input says nothing. */
  subject: string
  /** The description that the model gave, null when there is none. */
  why: string | null
}

const VERBS: Readonly<Record<ToolKind, string | null>> = {
  read: 'Read',
  edit: 'Edit',
  delete: 'Delete',
  move: 'Move',
  search: 'Search',
  execute: 'Run',
  fetch: 'Fetch',
  think: 'Think',
  plan: 'Plan',
  agent: 'Agent',
  mcp: null,
  other: null,
}

/** Tools that make a whole file, and tools that look for files by name, spelt as {@link toolWord} does. */
const WRITERS: ReadonlySet<string> = new Set(['write', 'writefile', 'create', 'createfile', 'writetofile'])
const FINDERS: ReadonlySet<string> = new Set(
  'glob find ls list listdirectory listfiles filesearch findpath'.split(' '),
)

/** The keys of an input that say what a call is about, the first that is there counts. */
const SUBJECT_KEYS: Readonly<Record<ToolKind, readonly string[]>> = {
  read: ['file_path', 'filePath', 'path', 'absolute_path', 'notebook_path', 'uri'],
  edit: ['file_path', 'filePath', 'path', 'notebook_path', 'target_file'],
  delete: ['file_path', 'path'],
  move: ['path', 'source', 'from'],
  search: ['pattern', 'query', 'regex', 'path'],
  execute: ['command', 'cmd', 'script', 'bash_id', 'task_id', 'shell_id'],
  fetch: ['url', 'query', 'prompt'],
  think: ['thought'],
  plan: ['subject', 'plan', 'explanation', 'taskId'],
  agent: ['description', 'prompt', 'task'],
  mcp: [],
  other: [],
}

/** The keys of lists of such things: commands, or files with what changes in them. */
const LIST_KEYS: readonly string[] = ['commands', 'changes', 'files']

/** What a harness states of a call besides its name and input. */
export type StatedCall = { kind?: string | null; title?: string | null }

/** The summary of a call by its name and the JSON text of its input, which may be cut. */
export function describeCall(
  name: string | null,
  input: string | null,
  { kind: statedKind = null, title = null }: StatedCall = {},
): CallSummary {
  const kind = (statedKind as ToolKind | null) ?? toolKindOf(name)
  const mcp = kind === 'mcp' ? /^mcp__?(.+?)__(.+)$/.exec(name ?? '') : null
  const parsed = parseObject(input)
  const word = toolWord(name ?? '')
  const verb = WRITERS.has(word) ? 'Write' : FINDERS.has(word) ? 'Find' : VERBS[kind]
  const told = verb ?? mcp?.[2] ?? name ?? 'Call'
  const titled = title === null ? null : withoutVerb(oneLine(title), told)
  const said = parsed ? subjectOf(kind, parsed, titled) : subjectInText(kind, input ?? '')
  return {
    kind,
    verb: told,
    server: mcp?.[1] ?? null,
    subject: oneLine(said || (titled ?? '')),
    why: text(parsed?.description) && kind !== 'agent' ? text(parsed?.description) : null,
  }
}

function subjectOf(kind: ToolKind, parsed: Record<string, unknown>, title: string | null): string {
  for (const key of SUBJECT_KEYS[kind] ?? []) {
    const value = parsed[key]
    if (typeof value === 'string' && value !== '') return kind === 'execute' ? unwrapShell(value) : value
    if (Array.isArray(value)) return unwrapShell(arr(value).map(String).join(' '))
  }
  const listed = LIST_KEYS.flatMap((key) => arr(parsed[key])).map(
    (entry) => str(entry) ?? str(obj(entry)?.path),
  )
  const named = listed.filter((entry) => entry !== null)
  if (named.length > 0) return named.join(kind === 'execute' ? '; ' : ', ')
  const todos = objects(parsed.todos)
  if (todos.length > 0) return `${todos.length} steps`
  // The first value of a call that nobody knows says something by chance only.
  if (title !== null) return title
  const values = Object.values(parsed).filter((value) => typeof value === 'string' && value !== '')
  return str(values[0]) ?? (Object.keys(parsed).length === 0 ? '' : JSON.stringify(parsed))
}

/** A clipped input is no JSON any more, but its first keys are whole. */
function subjectInText(kind: ToolKind, input: string): string {
  for (const key of SUBJECT_KEYS[kind] ?? []) {
    const literal = new RegExp(`"${key}"\\s*:\\s*("(?:[^"\\\\]|\\\\.){0,400})`).exec(input)?.[1]
    if (literal) return literal.slice(1).replace(/\\n/g, ' ').replace(/\\(.)/g, '$1')
  }
  return input.slice(0, 200)
}

/** `/bin/bash -lc 'x'` is how a harness runs `x`. */
function unwrapShell(command: string): string {
  const inner = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh -l?c (['"]?)([\s\S]*)\1$/.exec(command)
  return inner?.[2] ?? command
}

/** Titles begin with the verb that stands before them: `Edit /a/b.ts`. */
function withoutVerb(title: string, verb: string): string {
  return title.startsWith(`${verb} `) ? title.slice(verb.length + 1) : title
}

function oneLine(value: string): string {
  return value.slice(0, 1_000).replace(/\s+/g, ' ').trim()
}
