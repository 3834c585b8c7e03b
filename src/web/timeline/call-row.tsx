import type { ComponentChildren, VNode } from 'preact'
import { formatDuration } from '../base/format.ts'
import { clockNow } from '../base/now.ts'
import { filesOf } from '../model/files.ts'
import type { ArrangedRow, CallRow } from '../model/row.ts'
import { CallBody } from './call-body.tsx'
import { factOf, outcomeOf } from './call-view.ts'
import { type EditView, viewEdit } from './edit-view.ts'
import { Files } from './pictures.tsx'
import { Whisker } from './whisker.tsx'

/** A call's row: verb, subject, facts, time; its body opens below. */
export function CallView({
  row,
  lane,
  taskId,
  isOpen,
  onToggle,
}: {
  row: CallRow
  lane: ArrangedRow['lane']
  taskId: string
  isOpen: boolean
  onToggle: () => void
}): VNode {
  const { summary } = row
  const edit = summary.kind === 'edit' ? viewEdit(row.name, row.input) : null
  const isOwnName = summary.verb === row.name
  const why = [isOwnName ? null : row.name, summary.why].filter(Boolean).join(': ')
  return (
    <>
      <button type="button" class="call" aria-expanded={isOpen} onClick={onToggle}>
        <span class="call-name">
          {summary.verb}
          {summary.server !== null && <small> {summary.server}</small>}
        </span>
        <span class="call-arg">
          <Subject row={row} />
        </span>
        <span class="call-facts">
          <Facts row={row} lane={lane} edit={edit} />
        </span>
        <Duration row={row} />
      </button>
      {isOpen && why !== '' && <div class="call-why">{why}</div>}
      {!isOpen && lane?.lastWords && (
        <div class="call-why">
          <span class="cut">{lane.lastWords}</span>
        </div>
      )}
      {isOpen && <CallBody row={row} edit={edit} taskId={taskId} />}
      <Files files={filesOf(row.result?.payload.files)} about={summary.verb} />
    </>
  )
}

function Subject({ row }: { row: CallRow }): ComponentChildren {
  const { kind, subject } = row.summary
  const slash = subject.lastIndexOf('/')
  const isPath = kind === 'read' || kind === 'edit' || kind === 'delete' || kind === 'move'
  if (!isPath || slash === -1) return subject
  return (
    <>
      <span class="dir">{subject.slice(0, slash + 1)}</span>
      {subject.slice(slash + 1)}
    </>
  )
}

function Facts({
  row,
  lane,
  edit,
}: {
  row: CallRow
  lane: ArrangedRow['lane']
  edit: EditView | null
}): ComponentChildren {
  const fact = factOf(row)
  return (
    <>
      {lane && lane.failures > 0 && <b class="bad">{lane.failures} failed</b>}
      {lane && <span>{lane.calls === 1 ? '1 call' : `${lane.calls} calls`}</span>}
      {edit && outcomeOf(row) !== 'failed' && (
        <span>
          {edit.isNewFile && 'new file '}
          <b class="ok">+{edit.added}</b> {edit.removed > 0 && <b class="bad">−{edit.removed}</b>}
        </span>
      )}
      {fact &&
        (fact.tone === '' || fact.tone === 'quiet' ? (
          <span>{fact.text}</span>
        ) : (
          <b class={fact.tone}>{fact.text}</b>
        ))}
    </>
  )
}

/** How long it took, or how long it runs by now. */
function Duration({ row }: { row: CallRow }): VNode {
  const isRunning = outcomeOf(row) === 'open'
  const durationMs = isRunning ? Math.max(0, clockNow.value - row.event.ts) : row.durationMs
  return (
    <>
      <span class="call-dur">{durationMs === null ? '' : formatDuration(durationMs)}</span>
      <Whisker durationMs={durationMs} tone={toneOf(row)} />
    </>
  )
}

function toneOf(row: CallRow): '' | 'bad' | 'live' {
  const outcome = outcomeOf(row)
  return outcome === 'failed' ? 'bad' : outcome === 'open' ? 'live' : ''
}
