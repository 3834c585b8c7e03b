import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'
import { ansiText } from '../base/ansi.tsx'

/** Output up to this many lines is shown whole; more keeps its beginning and its end, which carries the verdict. */
const MAX_LINES = 20
const FIRST = 4
const LAST = 16

/** Machine text in a well, folded in the middle. */
export function Output({ text, isTail = false }: { text: string; isTail?: boolean }): VNode {
  const [isOpen, setOpen] = useState(false)
  const lines = text.replace(/\n$/, '').split('\n')
  const isFolded = lines.length > MAX_LINES && !isOpen
  return (
    <div class={`out well${isTail ? ' tail' : ''}`}>
      {isFolded ? (
        <>
          {ansiText(`${lines.slice(0, FIRST).join('\n')}\n`)}
          <button type="button" class="fold" onClick={() => setOpen(true)}>
            {lines.length - FIRST - LAST} more lines
          </button>
          {ansiText(lines.slice(-LAST).join('\n'))}
        </>
      ) : (
        ansiText(lines.join('\n'))
      )}
    </div>
  )
}

/** What was cut says so where it was cut, with the way to the whole. */
export function ClipMark({
  shown,
  of,
  href,
}: {
  shown: number
  of: unknown
  href: string
}): ComponentChildren {
  const total = typeof of === 'number' ? of.toLocaleString() : 'more'
  return (
    <div class="clip">
      <span>
        {shown.toLocaleString()} of {total} characters are kept here.
      </span>
      <a class="text-link" href={href} target="_blank" rel="noopener">
        The whole source line
      </a>
    </div>
  )
}
