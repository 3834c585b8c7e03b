import { diffLines } from 'diff'
import type { VNode } from 'preact'

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

/** A diff as a table; line numbers count within the part that the call names. */
export function Diff({
  lines,
  isNewFile = false,
}: {
  lines: readonly DiffLine[]
  isNewFile?: boolean
}): VNode {
  return (
    <section class="diff-wrap" tabIndex={0} aria-label="Diff">
      <table class="diff">
        <tbody>
          {foldContext(lines).map((line, index) =>
            line === null ? (
              <tr key={index} class="hunk">
                <td class="ln" />
                <td class="ln" />
                <td class="sg" />
                <td>…</td>
              </tr>
            ) : (
              <tr key={index} class={isNewFile ? undefined : classOf(line.sign)}>
                <td class="ln">{line.left ?? ''}</td>
                <td class="ln">{line.right ?? ''}</td>
                <td class="sg">{isNewFile || line.sign === ' ' ? '' : line.sign === '-' ? '−' : '+'}</td>
                <td>{line.text}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  )
}

function whole(
  value: string,
  side: 'added' | 'removed',
): { value: string; added?: boolean; removed?: boolean } {
  return { value, [side]: true }
}

function classOf(sign: DiffLine['sign']): string | undefined {
  return sign === '+' ? 'add' : sign === '-' ? 'del' : undefined
}

function foldContext(lines: readonly DiffLine[]): (DiffLine | null)[] {
  const folded: (DiffLine | null)[] = []
  let from = 0
  while (from < lines.length) {
    let to = from
    while (to < lines.length && lines[to]?.sign === ' ') to++
    const run = lines.slice(from, to)
    if (run.length > MAX_CONTEXT) folded.push(...run.slice(0, 3), null, ...run.slice(-3))
    else folded.push(...run)
    const next = lines[to]
    if (next) folded.push(next)
    from = to + 1
  }
  return folded
}
