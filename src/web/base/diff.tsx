import type { ComponentChildren, VNode } from 'preact'
import { CodePieces } from './code.tsx'
import { type CodePiece, colouredLines } from './code-colours.ts'
import { type DiffLine, foldContext, pairLines } from './diff-lines.ts'
import { type MarkedPart, markWords } from './diff-marks.ts'

type DiffProps = {
  lines: readonly DiffLine[]
  isNewFile?: boolean
  /** For its colours; null: none. */
  language: string | null
}

/** What every line is drawn from. */
type Drawing = {
  lines: readonly DiffLine[]
  marks: Map<number, MarkedPart[]>
  colours: (CodePiece[] | null)[]
}

/** A diff as a table; line numbers count within the part that the call names. */
export function Diff({ isSplit, ...props }: DiffProps & { isSplit: boolean }): VNode {
  const drawing = drawingOf(props)
  if (!isSplit || props.isNewFile) return <Unified drawing={drawing} isNewFile={props.isNewFile ?? false} />
  return (
    <>
      <div class="split-of">
        <Split drawing={drawing} />
      </div>
      <div class="unified-of">
        <Unified drawing={drawing} isNewFile={false} />
      </div>
    </>
  )
}

function Unified({ drawing, isNewFile }: { drawing: Drawing; isNewFile: boolean }): VNode {
  const { lines } = drawing
  return (
    <section class="diff-wrap" tabIndex={0} aria-label="Diff">
      <table class="diff">
        <tbody>
          {foldContext(lines).map((at, index) => {
            const line = at === null ? undefined : lines[at]
            if (at === null || !line) {
              return (
                <tr key={index} class="hunk">
                  <td class="ln" />
                  <td class="ln" />
                  <td class="sg" />
                  <td>…</td>
                </tr>
              )
            }
            return (
              <tr key={index} class={isNewFile ? undefined : classOf(line.sign)}>
                <td class="ln">{line.left ?? ''}</td>
                <td class="ln">{line.right ?? ''}</td>
                <td class="sg">{isNewFile || line.sign === ' ' ? '' : line.sign === '-' ? '−' : '+'}</td>
                <td>
                  <LineText drawing={drawing} at={at} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function Split({ drawing }: { drawing: Drawing }): VNode {
  const { lines } = drawing
  return (
    <section class="diff-wrap" tabIndex={0} aria-label="Diff, side by side">
      <table class="diff split">
        <tbody>
          {pairLines(lines, foldContext(lines)).map((pair, index) =>
            pair === null ? (
              <tr key={index} class="hunk">
                <td class="ln" />
                <td>…</td>
                <td class="ln" />
                <td>…</td>
              </tr>
            ) : (
              <tr key={index}>
                <Side drawing={drawing} at={pair.left} side="left" />
                <Side drawing={drawing} at={pair.right} side="right" />
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  )
}

function Side({ drawing, at, side }: { drawing: Drawing; at: number | null; side: 'left' | 'right' }): VNode {
  const line = at === null ? undefined : drawing.lines[at]
  if (at === null || !line) {
    return (
      <>
        <td class="ln gap" />
        <td class="gap" />
      </>
    )
  }
  const tone = classOf(line.sign) ?? ''
  return (
    <>
      <td class={`ln ${tone}`}>{line[side]}</td>
      <td class={tone}>
        <LineText drawing={drawing} at={at} />
      </td>
    </>
  )
}

/** A line with its changed words marked, else with its colours: both at once would be hard to read. */
function LineText({ drawing, at }: { drawing: Drawing; at: number }): ComponentChildren {
  const parts = drawing.marks.get(at)
  if (parts) {
    return parts.map(({ text, isChanged }, index) => (isChanged ? <mark key={index}>{text}</mark> : text))
  }
  const pieces = drawing.colours[at]
  return pieces ? <CodePieces pieces={pieces} /> : drawing.lines[at]?.text
}

function drawingOf({ lines, language }: DiffProps): Drawing {
  return { lines, marks: markWords(lines), colours: coloursOf(lines, language) }
}

/** Each side is coloured as a whole, so that a comment of several lines is one. */
function coloursOf(lines: readonly DiffLine[], language: string | null): (CodePiece[] | null)[] {
  const textOf = (without: DiffLine['sign']) =>
    lines.flatMap(({ sign, text }) => (sign === without ? [] : [text])).join('\n')
  const [before, after] = [colouredLines(textOf('+'), language), colouredLines(textOf('-'), language)]
  let left = 0
  let right = 0
  return lines.map(({ sign }) => {
    const pieces = sign === '-' ? before?.[left] : after?.[right]
    if (sign !== '+') left++
    if (sign !== '-') right++
    return pieces ?? null
  })
}

function classOf(sign: DiffLine['sign']): string | undefined {
  return sign === '+' ? 'add' : sign === '-' ? 'del' : undefined
}
