import { readEdits } from '../../core/edit-input.ts'
import { type DiffLine, diffOf } from '../base/diff-lines.ts'

/** What an edit changes: its lines, and how many come and go. */
export type EditView = { lines: DiffLine[]; added: number; removed: number; isNewFile: boolean }

/** The change that an edit's input tells; null where it does not print it, or is cut. */
export function viewEdit(name: string | null, input: string | null): EditView | null {
  const edits = readEdits(input)
  if (edits.length === 0) return null
  const lines = edits.flatMap(({ before, after }) => diffOf(before ?? '', after))
  const isWhole = edits.every(({ before }) => before === null)
  const of = (sign: string) => lines.filter((line) => line.sign === sign).length
  return { lines, added: of('+'), removed: of('-'), isNewFile: isWhole && /write|create/i.test(name ?? '') }
}
