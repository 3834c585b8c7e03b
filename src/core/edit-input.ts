import { parseObject } from './json.ts'
import { obj, objects, str, text } from './read.ts'

/** One change that an edit's input tells: a piece of a file before and after, or with `before` null a whole file. */
export type FileEdit = { path: string | null; before: string | null; after: string }

/** What harnesses call the two sides of a replacement. */
const SIDES: readonly (readonly [before: string, after: string])[] = [
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['old_str', 'new_str'],
  ['oldText', 'newText'],
  ['old_text', 'new_text'],
]
const WHOLE_FILE_KEYS = ['content', 'file_text', 'contents', 'fileText']
const PATCH_KEYS = ['patchText', 'patch', 'diff', 'input']
const PATH_KEYS = ['file_path', 'filePath', 'path', 'target_file']

/** The changes in the JSON text of an edit's input, in order; none where it does not tell them, or is cut. */
export function readEdits(input: string | null): FileEdit[] {
  const parsed = parseObject(input)
  if (!parsed) return []
  const entries = [parsed, ...objects(parsed.edits), ...objects(parsed.changes)]
  return entries.flatMap((entry) => readEntry(entry, pathOf(entry) ?? pathOf(parsed)))
}

function readEntry(entry: Record<string, unknown>, path: string | null): FileEdit[] {
  for (const [left, right] of SIDES) {
    const before = str(entry[left])
    const after = str(entry[right])
    if (after !== null && (before !== null || entry[left] === null)) return [{ path, before, after }]
  }
  const whole = WHOLE_FILE_KEYS.map((key) => str(entry[key])).find((value) => value !== null) ?? null
  if (whole !== null) return [{ path, before: null, after: whole }]
  const patch = PATCH_KEYS.map((key) => str(entry[key])).find((value) => value !== null && isPatch(value))
  return patch === undefined || patch === null ? [] : readPatch(patch, path)
}

function isPatch(value: string): boolean {
  return value.startsWith('*** Begin Patch') || /^(?:@@|--- |diff --git |Index: )/m.test(value)
}

/** A patch (unified, or in the form of `apply_patch`) as the pieces that its hunks change. */
function readPatch(patch: string, ownPath: string | null): FileEdit[] {
  const edits: FileEdit[] = []
  let path = ownPath
  let isNewFile = false
  let before: string[] = []
  let after: string[] = []
  const close = (): void => {
    if (before.length + after.length > 0) {
      edits.push({ path, before: isNewFile ? null : joinLines(before), after: joinLines(after) })
    }
    before = []
    after = []
  }
  // A removed line that begins with `-- ` looks like a head, but no `+++ ` line follows it.
  const lines = patch
    .replace(/^--- .*\n(?=\+\+\+ )/gm, '')
    .replace(/\n$/, '')
    .split('\n')
  for (const line of lines) {
    const head = /^(?:\*\*\* (Add|Update|Delete) File: |\+\+\+ (?:b\/)?)(\S.*)$/.exec(line)
    if (head) {
      close()
      path = head[2]?.split('\t')[0] ?? path
      isNewFile = head[1] === 'Add'
    } else if (/^(?:@@|diff |index |Index: |={9}|\*\*\*|\\)/.test(line)) close()
    else if (line.startsWith('+')) after.push(line.slice(1))
    else if (line.startsWith('-')) before.push(line.slice(1))
    else {
      before.push(line.slice(1))
      after.push(line.slice(1))
    }
  }
  close()
  return edits
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

function pathOf(entry: Record<string, unknown>): string | null {
  for (const key of PATH_KEYS) {
    const path = text(entry[key]) ?? text(obj(entry[key])?.path)
    if (path !== null) return path
  }
  return null
}
