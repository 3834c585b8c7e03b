import { diffLines } from 'diff'

/** One line of a diff. */
export type DiffLine = { sign: ' ' | '+' | '-'; text: string; left: number | null; right: number | null }

/** Longer texts are not compared: the diff of a large rewrite says little and costs much. */
const MAX_LENGTH = 60_000
/** Unchanged runs over this many lines fold to their ends. */
const MAX_CONTEXT = 8

/** The lines of a change from one text to another. */
export function diffOf(before: string, after: string): DiffLine[] {
  const lines: DiffLine[] = []
  let left = 1
  let right = 1
  const parts =
    before.length + after.length > MAX_LENGTH
      ? [whole(before, 'removed'), whole(after, 'added')]
      : diffLines(before, after)
  for (const part of parts) {
    for (const text of part.value.replace(/\n$/, '').split('\n')) {
      if (part.value === '') continue
      if (part.added) lines.push({ sign: '+', text, left: null, right: right++ })
      else if (part.removed) lines.push({ sign: '-', text, left: left++, right: null })
      else lines.push({ sign: ' ', text, left: left++, right: right++ })
    }
  }
  return lines
}

function whole(
  value: string,
  side: 'added' | 'removed',
): { value: string; added?: boolean; removed?: boolean } {
  return { value, [side]: true }
}

/** Indexes of the lines that are shown, null where unchanged ones between them are folded. */
export function foldContext(lines: readonly DiffLine[]): (number | null)[] {
  const folded: (number | null)[] = []
  let from = 0
  while (from < lines.length) {
    let to = from
    while (to < lines.length && lines[to]?.sign === ' ') to++
    const run = Array.from({ length: to - from }, (_, index) => from + index)
    if (run.length > MAX_CONTEXT) folded.push(...run.slice(0, 3), null, ...run.slice(-3))
    else folded.push(...run)
    if (to < lines.length) folded.push(to)
    from = to + 1
  }
  return folded
}

/** One line of a diff side by side: the indexes of what stands left and right. */
export type DiffPair = { left: number | null; right: number | null }

/** Lines side by side: what goes beside what comes in its place. */
export function pairLines(
  lines: readonly DiffLine[],
  shown: readonly (number | null)[],
): (DiffPair | null)[] {
  const pairs: (DiffPair | null)[] = []
  let gone: number[] = []
  let come: number[] = []
  const flush = (): void => {
    for (let index = 0; index < Math.max(gone.length, come.length); index++) {
      pairs.push({ left: gone[index] ?? null, right: come[index] ?? null })
    }
    gone = []
    come = []
  }
  for (const index of shown) {
    const sign = index === null ? null : lines[index]?.sign
    if (index !== null && sign === '-') {
      if (come.length > 0) flush()
      gone.push(index)
    } else if (index !== null && sign === '+') come.push(index)
    else {
      flush()
      pairs.push(index === null ? null : { left: index, right: index })
    }
  }
  flush()
  return pairs
}
