import { diffWordsWithSpace } from 'diff'
import type { DiffLine } from './diff-lines.ts'

/** A part of a changed line: new or gone within it, or the same on both sides. */
export type MarkedPart = { text: string; isChanged: boolean }

/** Longer lines are not compared word by word. */
const MAX_LINE = 2_000

/**
 * The words that changed within changed lines, by the line's index. Lines that go are paired with the lines that come in
 * their place; a pair that shares less than a third of its text is a new line, and marks would only be noise.
 */
export function markWords(lines: readonly DiffLine[]): Map<number, MarkedPart[]> {
  const marks = new Map<number, MarkedPart[]>()
  for (let index = 0; index < lines.length; ) {
    const goes = runOf(lines, index, '-')
    const comes = runOf(lines, index + goes, '+')
    for (let pair = 0; pair < Math.min(goes, comes); pair++) {
      markPair(lines, index + pair, index + goes + pair, marks)
    }
    index += Math.max(goes + comes, 1)
  }
  return marks
}

function runOf(lines: readonly DiffLine[], from: number, sign: DiffLine['sign']): number {
  let count = 0
  while (lines[from + count]?.sign === sign) count++
  return count
}

function markPair(
  lines: readonly DiffLine[],
  left: number,
  right: number,
  marks: Map<number, MarkedPart[]>,
): void {
  const [before, after] = [lines[left]?.text ?? '', lines[right]?.text ?? '']
  if (before.length > MAX_LINE || after.length > MAX_LINE) return
  const parts = diffWordsWithSpace(before, after)
  const same = parts.reduce(
    (sum, { added, removed, value }) => sum + (added || removed ? 0 : value.length),
    0,
  )
  if (same * 3 < Math.max(before.length, after.length)) return
  marks.set(
    left,
    parts.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, isChanged: removed })),
  )
  marks.set(
    right,
    parts.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, isChanged: added })),
  )
}
