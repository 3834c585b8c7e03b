import { parseJson } from './json.ts'
import { text } from './read.ts'
import type { SessionState } from './session-state.ts'
import type { ToolKind } from './tool-kind.ts'

/** Bounds of what is looked at and kept. */
const MAX_FILES = 1_000
const MAX_FILES_PER_CALL = 50

/** How tools name the files that they work on. The input may be clipped, so its text is searched, not parsed. */
const FILE_KEY =
  /"(?:file_path|filePath|path|absolute_path|notebook_path|target_file|file)"\s*:\s*("(?:[^"\\]|\\.){1,4096}")/g

/** The files of a patch in the form of `apply_patch`, inside a JSON string. */
const PATCH_FILE = /\*\*\* (?:Add|Update|Delete) File: ((?:[^"\\]|\\(?!n).){1,4096})/g

/** Counts the files that a call's input names; gives back whether it named any. */
export function noteFiles(state: SessionState, kind: ToolKind, input: string | null): boolean {
  if (input === null || (kind !== 'read' && kind !== 'edit' && kind !== 'delete' && kind !== 'move'))
    return false
  const paths = pathsIn(input)
  for (const path of paths) countFile(state, kind, path)
  return paths.size > 0
}

function countFile(state: SessionState, kind: ToolKind, path: string): void {
  const key = `file:${path}`
  let index = state.memory.fileIndex[key]
  if (index === undefined) {
    if (state.files.length >= MAX_FILES) return
    index = state.files.push({ path, reads: 0, edits: 0 }) - 1
    state.memory.fileIndex[key] = index
  }
  const file = state.files[index]
  if (file && kind === 'read') file.reads++
  else if (file) file.edits++
}

function pathsIn(input: string): Set<string> {
  const paths = new Set<string>()
  for (const [, literal] of input.matchAll(FILE_KEY)) {
    const path = text(parseJson(literal ?? ''))
    if (path !== null) paths.add(path)
    if (paths.size >= MAX_FILES_PER_CALL) return paths
  }
  for (const [, literal] of input.matchAll(PATCH_FILE)) {
    const path = text(parseJson(`"${literal}"`))
    if (path !== null) paths.add(path)
    if (paths.size >= MAX_FILES_PER_CALL) break
  }
  return paths
}
