import type { VNode } from 'preact'
import { Icon } from '../base/icon.tsx'
import type { Row } from '../model/row.ts'
import { FileChips } from './file-chips.tsx'

/** The head of a turn: its number and the human's words. */
export function TurnHead({
  row,
  isPinned = false,
}: {
  row: Row & { kind: 'turn' }
  isPinned?: boolean
}): VNode {
  const words = (
    <>
      <span class="sr">Turn {row.number}: </span>
      {row.text.trim() === '' ? <span class="quiet">Started without a prompt</span> : row.text}
    </>
  )
  return (
    <div class="turn-head" aria-hidden={isPinned}>
      <div class="turn-no" aria-hidden="true">
        {row.number}
      </div>
      <div class="mark">
        <Icon name="you" />
      </div>
      <div class="ask">
        {isPinned ? <p class="ask-words">{words}</p> : <h2 class="ask-words">{words}</h2>}
        <FileChips files={row.files} />
      </div>
    </div>
  )
}
