import type { HarnessCommand, WordEdit } from './dialect.ts'
import { quoteWord, scanCommands } from './shell.ts'

/** Words before a program that only set the scene for it. */
const WRAPPERS: ReadonlySet<string> = new Set(
  '{ ! if then elif else do while until time env exec command nohup nice stdbuf setsid timeout npx pnpx bunx sudo'.split(
    ' ',
  ),
)

/**
 * The command with edits applied to the first simple command that runs the harness: in the form it came in, an argv
 * array or a shell string (new words are quoted). Where none runs it, the words that edits put in are appended, so
 * that a project's wrapper script can hand them on.
 */
export function editCommand<T extends string | readonly string[]>(
  command: T,
  harness: HarnessCommand,
  editsFor: (words: readonly string[]) => readonly WordEdit[] | null,
): (T extends string ? string : string[]) | null
export function editCommand(
  command: string | readonly string[],
  harness: HarnessCommand,
  editsFor: (words: readonly string[]) => readonly WordEdit[] | null,
): string | string[] | null {
  return typeof command === 'string'
    ? editShellText(command, harness, editsFor)
    : editArguments(command, harness, editsFor)
}

/** Whether a command, as argv or shell string, runs this harness. */
export function runsHarness(command: string | readonly string[], harness: HarnessCommand): boolean {
  if (typeof command !== 'string') return programIndex(command, harness) !== -1
  return scanCommands(command).some((simple) => programIndex(valuesOf(simple.words), harness) !== -1)
}

function editArguments(
  command: readonly string[],
  harness: HarnessCommand,
  editsFor: (words: readonly string[]) => readonly WordEdit[] | null,
): string[] | null {
  const program = Math.max(0, programIndex(command, harness))
  const edits = editsFor(command.slice(program))
  if (edits === null) return null
  const words = [...command]
  for (const edit of lastFirst(edits)) words.splice(program + edit.at, edit.remove ?? 0, ...edit.insert)
  return words
}

function editShellText(
  command: string,
  harness: HarnessCommand,
  editsFor: (words: readonly string[]) => readonly WordEdit[] | null,
): string | null {
  const commands = scanCommands(command)
  const simple = commands.find(({ words }) => programIndex(valuesOf(words), harness) !== -1)
  if (!simple) {
    const own = commands.length === 1 ? valuesOf(commands[0]?.words ?? []) : []
    const edits = editsFor(own)
    if (edits === null) return null
    const added = edits.flatMap((edit) => edit.insert).map(quoteWord)
    return added.length === 0 ? command : [command.trimEnd(), ...added].join(' ')
  }
  const words = simple.words.slice(programIndex(valuesOf(simple.words), harness))
  const edits = editsFor(valuesOf(words))
  if (edits === null) return null
  let text = command
  for (const edit of lastFirst(edits)) text = editText(text, edit, words, simple.end)
  return text
}

function editText(
  text: string,
  edit: WordEdit,
  words: readonly { start: number; end: number }[],
  commandEnd: number,
): string {
  const word = words[edit.at]
  const added = edit.insert.map(quoteWord).join(' ')
  if (!word) return `${text.slice(0, commandEnd)} ${added}${text.slice(commandEnd)}`
  const removed = edit.remove ?? 0
  if (removed === 0) return `${text.slice(0, word.start)}${added} ${text.slice(word.start)}`
  const end = words[edit.at + removed - 1]?.end ?? commandEnd
  const start = added === '' ? (words[edit.at - 1]?.end ?? word.start) : word.start
  return `${text.slice(0, start)}${added}${text.slice(end)}`
}

/** Edits from the last word to the first, so that earlier places stay where they are. */
function lastFirst(edits: readonly WordEdit[]): WordEdit[] {
  return [...edits].sort((left, right) => right.at - left.at)
}

/** Index of the word that names the harness: the first that is neither an assignment nor a wrapper or its option. */
function programIndex(words: readonly string[], harness: HarnessCommand): number {
  for (const [index, word] of words.entries()) {
    if (harness.programs.includes(programName(word))) return index
    const isPrefix =
      WRAPPERS.has(programName(word)) ||
      /^[A-Za-z_][A-Za-z0-9_]*=/.test(word) ||
      (index > 0 && /^(-|\d+[smhd]?$)/.test(word))
    if (!isPrefix) return -1
  }
  return -1
}

/** The program's own name: `claude` of `/usr/bin/claude`, `claude-code` of `@anthropic-ai/claude-code@2.1.0`. */
export function programName(word: string): string {
  const last = word.slice(word.lastIndexOf('/') + 1)
  const version = last.indexOf('@', 1)
  return (version === -1 ? last : last.slice(0, version)).replace(/\.(exe|cmd|js|mjs)$/, '')
}

function valuesOf(words: readonly { value: string }[]): string[] {
  return words.map((word) => word.value)
}
