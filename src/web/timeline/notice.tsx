import type { VNode } from 'preact'
import { num, obj, objects, str, text } from '../../core/read.ts'
import { formatCount, formatDuration } from '../base/format.ts'
import type { Row } from '../model/row.ts'

/** Symbol and tone of each kind of notice. */
const LOOKS: Readonly<Record<string, { icon: string; tone: string }>> = {
  retry: { icon: 'retry', tone: 'warn' },
  rate_limit: { icon: 'gauge', tone: 'warn' },
  compaction: { icon: 'compact', tone: 'strong' },
  reset: { icon: 'compact', tone: 'strong' },
  denied: { icon: 'lock', tone: 'warn' },
  fallback: { icon: 'swap', tone: '' },
  hook: { icon: 'hook', tone: 'warn' },
  warning: { icon: 'alert', tone: 'warn' },
  error: { icon: 'cross', tone: 'bad' },
  permission: { icon: 'ask', tone: 'warn' },
  question: { icon: 'ask', tone: 'warn' },
}

/** Symbol and tone of a notice; an unknown kind is a quiet remark. */
export function noticeLook(kind: string): { icon: string; tone: string } {
  return LOOKS[kind] ?? { icon: 'alert', tone: '' }
}

/** A notice as a quiet row; a compaction as the one rule across the timeline. */
export function NoticeBody({ row }: { row: Row & { kind: 'notice' } }): VNode {
  const notice = obj(row.event.payload.notice) ?? {}
  const head = row.text.split('\n', 1)[0] ?? ''
  if (row.noticeKind === 'compaction' || row.noticeKind === 'reset') {
    const before = num(notice.before)
    const after = num(notice.after)
    return (
      <div class="seam">
        <span>
          <b>{row.noticeKind === 'reset' ? 'Conversation cleared' : 'Context compacted'}</b>
          {before !== null &&
            ` ${formatCount(before)}${after === null ? '' : ` → ${formatCount(after)}`} tokens`}
        </span>
      </div>
    )
  }
  if (row.noticeKind === 'permission' || row.noticeKind === 'question') return <Request row={row} />
  const tone = row.noticeKind === 'denied' ? 'warn' : row.noticeKind === 'error' ? 'bad' : undefined
  const delay = num(notice.delayMs)
  return (
    <div class="note">
      <span>
        <b class={tone}>{row.count > 1 ? `Retried ${row.count} times` : firstWords(head)}</b>
        {row.count > 1 ? `: ${head}` : restOf(head)}
        {text(notice.why) !== null && ` — ${str(notice.why)}`}
        {delay !== null && <span class="quiet"> waited {formatDuration(delay)}</span>}
      </span>
    </div>
  )
}

function Request({ row }: { row: Row & { kind: 'notice' } }): VNode {
  const notice = obj(row.event.payload.notice) ?? {}
  const questions = objects(obj(notice.input)?.questions)
  return (
    <div class={row.isOpen ? 'askbox' : 'note'}>
      <span>
        <b>{row.text}</b>
        {!row.isOpen && <span class="quiet"> closed</span>}
      </span>
      {row.isOpen && questions.length === 0 && notice.input !== null && notice.input !== undefined && (
        <div class="well">{JSON.stringify(notice.input, null, 2)}</div>
      )}
    </div>
  )
}

function firstWords(head: string): string {
  const colon = head.indexOf(':')
  return colon > 0 && colon < 60 ? head.slice(0, colon) : head
}

function restOf(head: string): string {
  return head.slice(firstWords(head).length)
}
