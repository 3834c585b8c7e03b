import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { type Hit, splitAtWords } from '../model/hits.ts'

/** So many hits are shown before the reader asks for more. */
const FIRST = 3

/** What a search found: path, line, and the words in their place. */
export function Hits({ hits, pattern }: { hits: readonly Hit[]; pattern: string }): VNode {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? hits : hits.slice(0, FIRST)
  const more = hits.length - shown.length
  return (
    <div class="out well">
      <div class="hits">
        {shown.map((hit, index) => (
          <span key={index}>
            <span class="path">{shown[index - 1]?.path === hit.path ? '' : hit.path}</span>
            <span class="ln">{hit.line}</span>
            <span>
              {splitAtWords(hit.text, pattern).map(({ text, isFound }, part) =>
                isFound ? <mark key={part}>{text}</mark> : text,
              )}
            </span>
          </span>
        ))}
      </div>
      {more > 0 && (
        <button type="button" class="fold" onClick={() => setWhole(true)}>
          {more === 1 ? '1 more match' : `${more.toLocaleString()} more matches`}
        </button>
      )}
    </div>
  )
}
