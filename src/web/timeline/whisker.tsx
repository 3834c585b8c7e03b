import type { VNode } from 'preact'
import { whiskerWidth } from './call-view.ts'

/** How long something took, on a scale that is the same for every row; an empty track where nobody knows. */
export function Whisker({
  durationMs,
  tone,
}: {
  durationMs: number | null
  tone: '' | 'bad' | 'live'
}): VNode {
  return (
    <svg class="whisker" viewBox="0 0 48 4" aria-hidden="true">
      <rect class="track" y="1.5" width="48" height="1" />
      {durationMs !== null && (
        <rect class={`val ${tone}`} width={whiskerWidth(durationMs)} height="4" rx="1" />
      )}
    </svg>
  )
}
