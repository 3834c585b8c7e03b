import { readEdits } from '../../core/edit-input.ts'

/** `+4 −1` for an edit, `5 lines` for a file that is written whole; null where the call's input does not tell. */
export function describeEdit(input: string | null): string | null {
  const edits = readEdits(input)
  const [first] = edits
  if (!first) return null
  if (edits.length === 1 && first.before === null) return countOf(linesOf(first.after).length)
  const changes = edits.map(({ before, after }) => changeOf(linesOf(before ?? ''), linesOf(after)))
  const sum = (key: 'added' | 'removed') => changes.reduce((total, change) => total + change[key], 0)
  return `+${sum('added')} −${sum('removed')}`
}

/** `1 line`, `1,204 lines`. */
export function countOf(lines: number): string {
  return lines === 1 ? '1 line' : `${lines.toLocaleString('en-US')} lines`
}

/** Lines that differ once equal beginnings and ends are left out: what a person sees changed, without a whole diff. */
function changeOf(before: string[], after: string[]): { added: number; removed: number } {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return { added: after.length - start - end, removed: before.length - start - end }
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
