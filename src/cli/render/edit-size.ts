import { parseInput } from '../../core/call-summary.ts'
import { objects, str } from '../../core/read.ts'

/** `+4 −1` for an edit, `5 lines` for a file that is written whole; null where the call's input does not tell. */
export function describeEdit(input: string | null): string | null {
  const parsed = parseInput(input)
  if (!parsed) return null
  const content = str(parsed.content) ?? str(parsed.file_text) ?? str(parsed.contents)
  if (content !== null) return countOf(linesOf(content).length)
  const changes = [parsed, ...objects(parsed.edits)].flatMap((edit) => {
    const before = str(edit.old_string) ?? str(edit.oldString) ?? str(edit.old_str) ?? str(edit.oldText)
    const after = str(edit.new_string) ?? str(edit.newString) ?? str(edit.new_str) ?? str(edit.newText)
    return before === null || after === null ? [] : [changeOf(linesOf(before), linesOf(after))]
  })
  if (changes.length === 0) return null
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
