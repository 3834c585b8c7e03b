import type { VNode } from 'preact'
import type { TurnHead as TurnFigures } from '../api/types.ts'
import { formatCost, formatCount, formatDuration } from '../base/format.ts'
import { Icon } from '../base/icon.tsx'
import type { Row } from '../model/row.ts'
import { FileChips } from './file-chips.tsx'

/** The head of a turn: its number, the human's words, and what it took. */
export function TurnHead({
  row,
  figures,
  isPinned = false,
}: {
  row: Row & { kind: 'turn' }
  /** What is known of the whole turn; undefined until it is. */
  figures: TurnFigures | undefined
  isPinned?: boolean
}): VNode {
  // The page may hold the last part of a session only: then the server knows the number.
  const number = figures?.number ?? row.number
  const words = (
    <>
      <span class="sr">Turn {number}: </span>
      {row.text.trim() === '' ? <span class="quiet">Started without a prompt</span> : row.text}
    </>
  )
  return (
    <div class="turn-head" aria-hidden={isPinned}>
      <div class="turn-no" aria-hidden="true">
        {number}
      </div>
      <div class="mark">
        <Icon name="you" />
      </div>
      <div class="ask">
        {isPinned ? <p class="ask-words">{words}</p> : <h2 class="ask-words">{words}</h2>}
        <FileChips files={row.files} />
        <div class="turn-sum">{figures && <Figures figures={figures} />}</div>
      </div>
    </div>
  )
}

function Figures({ figures }: { figures: TurnFigures }): VNode {
  const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = figures
  const counted = [inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens].filter(
    (one) => one !== null,
  )
  const tokens = counted.reduce((sum, one) => sum + one, 0)
  const { startedAt, endedAt, durationMs, costUsd, failures } = figures
  const lastedMs = durationMs ?? (endedAt === null ? null : endedAt - startedAt)
  return (
    <>
      {failures > 0 && <b class="bad">{failures === 1 ? '1 failed' : `${formatCount(failures)} failed`}</b>}
      {lastedMs !== null && <span>{formatDuration(lastedMs)}</span>}
      {counted.length > 0 && <span>{formatCount(tokens)} tokens</span>}
      {costUsd !== null && <b>{formatCost(costUsd)}</b>}
    </>
  )
}
