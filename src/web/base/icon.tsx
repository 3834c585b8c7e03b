import type { VNode } from 'preact'

/** A symbol of the sprite in the page; decoration only, its row or button has the name. */
export function Icon({ name }: { name: string }): VNode {
  return (
    <svg class="i" aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  )
}
