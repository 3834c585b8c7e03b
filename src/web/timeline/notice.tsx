import type { VNode } from 'preact'
import { num, obj, objects, str, text } from '../../core/read.ts'
import { formatCount, formatDuration } from '../base/format.ts'
import { RequestForm } from '../composer/request-form.tsx'
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
export function NoticeBody({ row, taskId }: { row: Row & { kind: 'notice' }; taskId: string }): VNode {
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
  if (row.noticeKind === 'permission' || row.noticeKind === 'question')
    return <Request row={row} taskId={taskId} />
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

function Request({ row, taskId }: { row: Row & { kind: 'notice' }; taskId: string }): VNode {
  const notice = obj(row.event.payload.notice) ?? {}
  const requestId = str(notice.requestId)
  const questions = objects(obj(notice.input)?.questions)
  if (!row.isOpen) {
    return (
      <div class="note">
        <span>
          <b>{row.text}</b>
          <span class="quiet"> {answerOf(row)}</span>
        </span>
      </div>
    )
  }
  const command = str(obj(notice.input)?.command)
  const hasInput = questions.length === 0 && notice.input !== null && notice.input !== undefined
  return (
    <section class="askbox" aria-label={row.text}>
      <h3>{row.text}</h3>
      {hasInput && <div class="well">{command ?? JSON.stringify(notice.input, null, 2)}</div>}
      {requestId !== null && (
        <RequestForm
          taskId={taskId}
          requestId={requestId}
          options={notice.options}
          takesWords={row.noticeKind === 'question'}
          choices={questions.flatMap((question) => objects(question.options))}
        />
      )}
    </section>
  )
}

/** How a request ended: by whom and with what, where that is known. */
function answerOf({ answer }: Row & { kind: 'notice' }): string {
  if (answer === null) return 'closed'
  return answer.by === 'policy' ? `answered by policy: ${answer.option}` : `you answered: ${answer.option}`
}

function firstWords(head: string): string {
  const colon = head.indexOf(':')
  return colon > 0 && colon < 60 ? head.slice(0, colon) : head
}

function restOf(head: string): string {
  return head.slice(firstWords(head).length)
}
