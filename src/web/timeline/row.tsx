import type { ComponentChildren, VNode } from 'preact'
import { str } from '../../core/read.ts'
import { sourceUrl } from '../api/client.ts'
import { copyText } from '../base/copy-button.tsx'
import { formatClock, formatDuration } from '../base/format.ts'
import { Icon } from '../base/icon.tsx'
import { Markdown } from '../base/markdown.tsx'
import type { ArrangedRow, Row } from '../model/row.ts'
import { textOf } from '../model/row-text.ts'
import { CallView } from './call-row.tsx'
import { iconOf, outcomeOf } from './call-view.ts'
import { NoticeBody, noticeLook } from './notice.tsx'
import { ClipMark } from './output.tsx'
import { Files } from './pictures.tsx'
import { PlanList } from './plan.tsx'
import { Ended, Raw, Started } from './session-rows.tsx'
import { Whisker } from './whisker.tsx'

/** What a row needs from the feed. */
export type RowProps = {
  shown: ArrangedRow
  taskId: string
  /** The clock is shown only where the second differs from the row above. */
  showsTime: boolean
  isOpen: boolean
  onToggle: () => void
}

/** One row: gutter, rail, body. */
export function TimelineRow({ shown, taskId, showsTime, isOpen, onToggle }: RowProps): VNode {
  const { row, brace } = shown
  const { event, depth } = row
  const time = formatClock(event.ts)
  return (
    <>
      <a class="ev-time" href={`#${event.seq}`} tabIndex={-1} aria-label={`Event ${event.seq}, ${time}`}>
        {showsTime ? time : ''}
      </a>
      <div class="ev-rail">
        {brace !== null && <span class="brace" />}
        <RailMark row={row} />
      </div>
      <div class="ev-body" data-depth={depth}>
        <Body shown={shown} taskId={taskId} isOpen={isOpen} onToggle={onToggle} />
      </div>
      {event.hasSource && (
        <div class="ev-acts" role="toolbar" aria-label={`Actions for event ${event.seq}`}>
          <button type="button" aria-label="Copy" onClick={() => copyText(textOf(row))}>
            <Icon name="copy" />
          </button>
          <a href={`#${event.seq}`} aria-label={`Permalink to event ${event.seq}`}>
            <Icon name="link" />
          </a>
          <a
            href={sourceUrl(taskId, event.seq)}
            target="_blank"
            rel="noopener"
            aria-label="Show the source line"
          >
            <Icon name="source" />
          </a>
        </div>
      )}
    </>
  )
}

function RailMark({ row }: { row: Row }): VNode {
  switch (row.kind) {
    case 'call': {
      const outcome = outcomeOf(row)
      const tone =
        outcome === 'failed'
          ? 'bad'
          : outcome === 'open'
            ? 'live'
            : row.summary.kind === 'agent'
              ? 'strong'
              : ''
      return <Mark icon={outcome === 'unfinished' ? 'void' : iconOf(row)} tone={tone} />
    }
    case 'thinking':
      return <Mark icon="think" />
    case 'plan':
      return <Mark icon="plan" />
    case 'started':
      return <Mark icon="begin" />
    case 'said':
      return <Mark icon="you" tone="live" />
    case 'notice': {
      const { icon, tone } = noticeLook(row.noticeKind)
      return <Mark icon={icon} tone={tone} />
    }
    case 'ended':
      return <EndMark row={row} />
    case 'looked':
      return <Mark icon="read" />
    case 'raw':
      return <Mark icon="source" />
    case 'message':
      return row.isError ? <Mark icon="cross" tone="bad" /> : <span class="mark" />
    default:
      return <span class="mark" />
  }
}

function Mark({ icon, tone = '' }: { icon: string; tone?: string }): VNode {
  return (
    <span class={`mark ${tone}`}>
      <Icon name={icon} />
    </span>
  )
}

function EndMark({ row }: { row: Row & { kind: 'ended' } }): VNode {
  const status = row.event.payload.status
  if (status === 'failed') return <Mark icon="cross" tone="bad" />
  if (status === 'interrupted') return <Mark icon="pause" />
  if (status === 'succeeded') return <Mark icon={row.background > 0 ? 'layers' : 'check'} />
  return <Mark icon="void" />
}

function Body({ shown, taskId, isOpen, onToggle }: Omit<RowProps, 'showsTime'>): ComponentChildren {
  const { row, lane } = shown
  const { payload, seq } = row.event
  const clip = payload.truncated === true && (
    <ClipMark
      shown={(str(payload.text) ?? '').length}
      of={payload.originalLength}
      href={sourceUrl(taskId, seq)}
    />
  )
  switch (row.kind) {
    case 'turn':
      return null
    case 'said':
      return (
        <>
          <div class="said">
            {row.text}
            <Files files={row.files} about="your words" />
          </div>
          {clip}
        </>
      )
    case 'message':
      return (
        <>
          {row.isError ? (
            <div class="note">
              <b class="bad">{row.text}</b>
            </div>
          ) : (
            <Markdown text={row.text} />
          )}
          {row.isStreaming && <span class="caret" />}
          <Files files={row.files} about="a message" />
          {clip}
        </>
      )
    case 'thinking':
      return row.isRedacted ? (
        <div class="think">Thought, not shown by the harness</div>
      ) : (
        <Foldable head={`Thought: ${oneLine(row.text)}`} isOpen={isOpen} onToggle={onToggle}>
          <div class="think-open">
            <Markdown text={row.text} />
            {clip}
          </div>
        </Foldable>
      )
    case 'injected':
      return (
        <Foldable head={`Told by the harness: ${oneLine(row.text)}`} isOpen={isOpen} onToggle={onToggle}>
          <div class="out well">{row.text}</div>
          {clip}
        </Foldable>
      )
    case 'call':
      return <CallView row={row} lane={lane} taskId={taskId} isOpen={isOpen} onToggle={onToggle} />
    case 'looked':
      return <Looked row={row} isOpen={isOpen} onToggle={onToggle} />
    case 'plan':
      return (
        <>
          <div class="call">
            <span class="call-name">Plan</span>
            <span class="call-facts">{row.head}</span>
          </div>
          <PlanList steps={row.steps} />
        </>
      )
    case 'started':
      return <Started payload={payload} />
    case 'title':
      return (
        <div class="note quiet">
          <span>
            Named “{row.title}” {row.byHuman ? 'by a person' : 'by the agent'}
          </span>
        </div>
      )
    case 'notice':
      return <NoticeBody row={row} taskId={taskId} />
    case 'ended':
      return <Ended row={row} />
    case 'raw':
      return <Raw payload={payload} isOpen={isOpen} onToggle={onToggle} />
  }
}

/** Quiet looks in a row, as one. */
function Looked({
  row,
  isOpen,
  onToggle,
}: {
  row: Row & { kind: 'looked' }
  isOpen: boolean
  onToggle: () => void
}): VNode {
  return (
    <button type="button" class="call" aria-expanded={isOpen} onClick={onToggle}>
      <span class="call-name">Looked</span>
      <span class="call-arg">{row.text}</span>
      <span class="call-facts">{row.count} calls</span>
      <span class="call-dur">{formatDuration(row.durationMs)}</span>
      <Whisker durationMs={row.durationMs} tone="" />
    </button>
  )
}

function Foldable({
  head,
  isOpen,
  onToggle,
  children,
}: {
  head: string
  isOpen: boolean
  onToggle: () => void
  children: ComponentChildren
}): VNode {
  return (
    <>
      <button type="button" class="think" aria-expanded={isOpen} onClick={onToggle}>
        <span class="cut">{head}</span>
      </button>
      {isOpen && children}
    </>
  )
}

/** The first words on one line; marks of Markdown would only be noise there. */
function oneLine(value: string): string {
  return value
    .slice(0, 300)
    .replace(/\*\*|__|`|^#+ /gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}
