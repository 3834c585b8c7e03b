import type { ComponentChildren, VNode } from 'preact'
import { str } from '../../core/read.ts'
import { attachmentUrl, sourceUrl } from '../api/client.ts'
import { Diff } from '../base/diff.tsx'
import { formatBytes, formatDuration } from '../base/format.ts'
import { Icon } from '../base/icon.tsx'
import { Markdown } from '../base/markdown.tsx'
import type { CallRow } from '../model/row.ts'
import { filesOf } from '../model/rows.ts'
import { factOf, outcomeOf, whiskerWidth } from './call-view.ts'
import { type EditView, viewEdit } from './edit-view.ts'
import { ClipMark, Output } from './output.tsx'

/** Media types that the server shows inline. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

/** A call's row: verb, subject, facts, time; its body opens below. */
export function CallBody({
  row,
  taskId,
  isOpen,
  onToggle,
}: {
  row: CallRow
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
          <Facts row={row} edit={edit} />
        </span>
        <span class="call-dur">{row.durationMs === null ? '' : formatDuration(row.durationMs)}</span>
        <Whisker row={row} />
      </button>
      {isOpen && why !== '' && <div class="call-why">{why}</div>}
      {isOpen && <Body row={row} edit={edit} taskId={taskId} />}
      <Pictures row={row} />
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

function Facts({ row, edit }: { row: CallRow; edit: EditView | null }): ComponentChildren {
  const fact = factOf(row)
  return (
    <>
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

function Whisker({ row }: { row: CallRow }): VNode {
  const tone = outcomeOf(row) === 'failed' ? ' bad' : outcomeOf(row) === 'open' ? ' live' : ''
  return (
    <svg class="whisker" viewBox="0 0 48 4" aria-hidden="true">
      <rect class="track" y="1.5" width="48" height="1" />
      {row.durationMs !== null && (
        <rect class={`val${tone}`} width={whiskerWidth(row.durationMs)} height="4" rx="1" />
      )}
    </svg>
  )
}

function Body({ row, edit, taskId }: { row: CallRow; edit: EditView | null; taskId: string }): VNode {
  const { kind } = row.summary
  const output = str(row.result?.payload.output)
  const failed = outcomeOf(row) === 'failed'
  const showsInput =
    kind === 'other' || kind === 'mcp' || kind === 'fetch' || kind === 'agent' || (kind === 'edit' && !edit)
  return (
    <>
      {edit && <Diff lines={edit.lines} isNewFile={edit.isNewFile} />}
      {kind === 'execute' && row.summary.subject.length > 80 && (
        <div class="out well">{row.summary.subject}</div>
      )}
      {showsInput && row.input !== null && <div class="out well">{prettyJson(row.input)}</div>}
      {row.inputIsCut && (
        <ClipMark
          shown={row.input?.length ?? 0}
          of={row.event.payload.originalLength}
          href={sourceUrl(taskId, row.event.seq)}
        />
      )}
      {output !== null && output !== '' && (kind !== 'edit' || failed) && (
        <ResultText row={row} text={output} />
      )}
      {row.result?.payload.truncated === true && (
        <ClipMark
          shown={output?.length ?? 0}
          of={row.result.payload.originalLength}
          href={sourceUrl(taskId, row.result.seq)}
        />
      )}
      {outcomeOf(row) === 'unfinished' && (
        <div class="hint">The run ended before this call had a result. It may have run in part.</div>
      )}
    </>
  )
}

function ResultText({ row, text }: { row: CallRow; text: string }): VNode {
  return row.summary.kind === 'agent' ? <Markdown text={text} /> : <Output text={text} />
}

function Pictures({ row }: { row: CallRow }): ComponentChildren {
  return filesOf(row.result?.payload.files).map((file, index) =>
    file.id !== null && PICTURES.has(file.mediaType ?? '') ? (
      <div class="shot" key={index}>
        <a href={attachmentUrl(file.id)} target="_blank" rel="noopener">
          <img
            src={attachmentUrl(file.id)}
            alt={file.name ?? `Picture from ${row.summary.verb}`}
            loading="lazy"
          />
        </a>
        <span>
          {file.name} {formatBytes(file.bytes)}
        </span>
      </div>
    ) : (
      <span class="chip" key={index}>
        <Icon name="image" />
        <b>{file.name ?? file.mediaType ?? 'file'}</b> {formatBytes(file.bytes)}
      </span>
    ),
  )
}

function prettyJson(input: string): string {
  try {
    return JSON.stringify(JSON.parse(input), null, 2)
  } catch {
    return input
  }
}
