import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from './icon.tsx'

/** Longer strings are cut to one line; a click shows all of it. */
const MAX_STRING = 120
/** More entries than this are not drawn at once. */
const MAX_ENTRIES = 200

/** JSON as a tree: the first level open, keys in the order of the source. */
export function JsonTree({ value }: { value: unknown }): VNode {
  return (
    <ul class="tree">{isBranch(value) ? <Entries value={value} /> : <li>{<Leaf value={value} />}</li>}</ul>
  )
}

function Entries({ value }: { value: object }): ComponentChildren {
  const entries = Object.entries(value)
  return (
    <>
      {entries.slice(0, MAX_ENTRIES).map(([key, entry]) => (
        <Entry key={key} name={key} value={entry} />
      ))}
      {entries.length > MAX_ENTRIES && <li class="a-2">{entries.length - MAX_ENTRIES} more entries</li>}
    </>
  )
}

function Entry({ name, value }: { name: string; value: unknown }): VNode {
  const [isOpen, setOpen] = useState(false)
  if (!isBranch(value)) {
    return (
      <li>
        <span class="k">{name}</span> <Leaf value={value} />
      </li>
    )
  }
  return (
    <li>
      <button type="button" class="tree-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class="t">
          <Icon name={isOpen ? 'down' : 'right'} />
        </span>
        <span class="k">{name}</span> <span class="a-2">{describe(value)}</span>
      </button>
      {isOpen && (
        <ul>
          <Entries value={value} />
        </ul>
      )}
    </li>
  )
}

function Leaf({ value }: { value: unknown }): VNode {
  const [isWhole, setWhole] = useState(false)
  if (typeof value !== 'string') return <span class="n">{String(value)}</span>
  if (isWhole || (value.length <= MAX_STRING && !value.includes('\n')))
    return <span class="c-s">"{value}"</span>
  return (
    <button type="button" class="c-s tree-head" onClick={() => setWhole(true)}>
      "{value.replace(/\s+/g, ' ').slice(0, MAX_STRING)}…
      <span class="a-2"> {value.length.toLocaleString()} characters</span>
    </button>
  )
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function describe(value: object): string {
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`
  const keys = Object.keys(value)
  return `{ ${keys.slice(0, 3).join(', ')}${keys.length > 3 ? ', …' : ''} }`
}
