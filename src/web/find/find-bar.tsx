import type { VNode } from 'preact'
import { formatCount } from '../base/format.ts'
import { Icon } from '../base/icon.tsx'
import type { FindState } from './find-state.ts'

/** Shows the bar and puts the keyboard into it at once: the next key is the first of the words that are looked for. */
export function openFindBar(find: FindState): void {
  find.open()
  const field = document.getElementById('find')
  field?.closest('.findbar')?.removeAttribute('hidden')
  if (field instanceof HTMLInputElement) {
    field.focus()
    field.select()
  }
}

/** Looks for words in the whole session: all matches counted, one after the other shown. */
export function FindBar({ find, eventCount }: { find: FindState; eventCount: number }): VNode {
  const query = find.query.value ?? ''
  return (
    <search class="findbar" hidden={find.query.value === null}>
      <label class="field">
        <Icon name="search" />
        <span class="sr">Find in this task</span>
        <input
          id="find"
          value={query}
          onInput={(event) => find.look(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1)
            else if (event.key === 'Escape') find.close()
            else return
            event.preventDefault()
          }}
        />
      </label>
      <span class="nowrap" role="status">
        <Count find={find} query={query} />
      </span>
      <span class="quiet nowrap wide">in {formatCount(eventCount)} events</span>
      <button
        type="button"
        class="btn ghost icon"
        aria-label="Previous match"
        disabled={find.total.value === 0}
        onClick={() => find.step(-1)}
      >
        <span class="flip">
          <Icon name="down" />
        </span>
      </button>
      <button
        type="button"
        class="btn ghost icon"
        aria-label="Next match"
        disabled={find.total.value === 0}
        onClick={() => find.step(1)}
      >
        <Icon name="down" />
      </button>
      <button type="button" class="btn ghost icon" aria-label="Close the search" onClick={() => find.close()}>
        <Icon name="cross" />
      </button>
    </search>
  )
}

function Count({ find, query }: { find: FindState; query: string }): VNode {
  const total = `${formatCount(find.total.value)}${find.isComplete.value ? '' : ' or more'}`
  if (query.trim() === '') return <span class="quiet">Type what to find</span>
  if (find.position.value !== null) {
    return (
      <>
        <b>{formatCount(find.position.value)}</b> of {total}
      </>
    )
  }
  return <span class="quiet">{find.isComplete.value && find.total.value === 0 ? 'No match' : total}</span>
}
