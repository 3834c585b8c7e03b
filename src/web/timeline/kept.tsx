import type { VNode } from 'preact'
import { useRef } from 'preact/hooks'

/** What is kept: the values that were drawn, and the drawing. */
type Drawn = { values: readonly unknown[]; node: VNode }

/**
 * Draws again only when a value in `of` or in `and` is another one. The same object may come with new values in it, as
 * rows do while they grow; what a drawing calls back must not be of one moment.
 */
export function Kept({
  of,
  and,
  children,
}: {
  of: Readonly<Record<string, unknown>>
  and: readonly unknown[]
  children: () => VNode
}): VNode {
  const drawn = useRef<Drawn | null>(null)
  const values = [...Object.values(of), ...and]
  const isSame = drawn.current && isEqual(drawn.current.values, values)
  if (!drawn.current || !isSame) drawn.current = { values, node: children() }
  // Of the very same node nothing is compared, nor anything below it.
  return drawn.current.node
}

function isEqual(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index])
}
