import { parseInput } from '../../core/call-summary.ts'
import { objects, str } from '../../core/read.ts'
import { type DiffLine, diffOf } from '../base/diff.tsx'

/** What an edit changes: its lines, and how many come and go. */
export type EditView = { lines: DiffLine[]; added: number; removed: number; isNewFile: boolean }

/** The change that an edit's input tells; null where it does not print it, or is cut. */
export function viewEdit(name: string | null, input: string | null): EditView | null {
  const parsed = parseInput(input)
  if (!parsed) return null
  const content = str(parsed.content) ?? str(parsed.file_text) ?? str(parsed.contents)
  if (content !== null && str(parsed.old_string) === null) {
    const isNewFile = /write|create/i.test(name ?? '')
    return count(diffOf('', content), isNewFile)
  }
  const edits = [parsed, ...objects(parsed.edits)].flatMap((edit) => {
    const before = str(edit.old_string) ?? str(edit.oldString) ?? str(edit.old_str) ?? str(edit.oldText)
    const after = str(edit.new_string) ?? str(edit.newString) ?? str(edit.new_str) ?? str(edit.newText)
    return before === null || after === null ? [] : diffOf(before, after)
  })
  return edits.length === 0 ? null : count(edits, false)
}

function count(lines: DiffLine[], isNewFile: boolean): EditView {
  const of = (sign: string) => lines.filter((line) => line.sign === sign).length
  return { lines, added: of('+'), removed: of('-'), isNewFile }
}
