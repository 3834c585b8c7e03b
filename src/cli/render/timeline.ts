import { describeCall } from '../../core/call-summary.ts'
import { createPlanReader } from '../../core/plan-reader.ts'
import { arr, bool, num, obj, str, text } from '../../core/read.ts'
import type { StoredEvent } from '../../store/store.ts'
import { formatClock, formatDuration } from './format.ts'
import type { Style } from './style.ts'
import { cutToWidth, oneLine, sanitizeText, textWidth, wrapText } from './terminal-text.ts'

/** Turns events into lines for a terminal, one thing a line. */
export type TimelineRenderer = {
  /** The lines that an event adds; none is a normal answer. */
  render(event: StoredEvent): string[]
}

/** What the renderer must know of the terminal. */
export type TimelineOptions = { columns: number; style: Style; showRaw?: boolean }

const GUTTER = 10
const VERB = 7
/** Of a failed call's output, this many last lines are shown. */
const FAILURE_LINES = 12

/** A renderer that remembers calls, so that results can say what they answer. */
export function createTimelineRenderer({
  columns,
  style,
  showRaw = false,
}: TimelineOptions): TimelineRenderer {
  const calls = new Map<string, { verb: string; subject: string; ts: number; kind: string }>()
  const readPlan = createPlanReader()
  let lastClock = ''
  let lastCallKey = ''
  let started = ''
  let fragment = ''
  const width = Math.max(40, columns)
  const indentOf = (event: StoredEvent) => (text(event.payload.parentCallId) === null ? '' : '  ')
  const keyOf = (event: StoredEvent) => `${event.run} ${event.payload.callId}`

  function gutter(event: StoredEvent): string {
    const clock = formatClock(event.ts)
    const shown = clock === lastClock ? '' : clock
    lastClock = clock
    return style.dim(shown.padEnd(GUTTER))
  }

  const line = (event: StoredEvent, content: string): string => `${gutter(event)}${indentOf(event)}${content}`
  const below = (content: string): string => ' '.repeat(GUTTER) + content
  const paragraph = (
    event: StoredEvent,
    words: string,
    paint: (text: string) => string = (text) => text,
  ): string[] => {
    const [first = '', ...rest] = wrapText(
      sanitizeText(words).trimEnd(),
      width - GUTTER - indentOf(event).length,
    )
    return [line(event, paint(first)), ...rest.map((text) => below(indentOf(event) + paint(text)))]
  }
  const single = (words: string, used: number): string =>
    cutToWidth(oneLine(words), Math.max(10, width - used))

  function renderCall(event: StoredEvent): string[] {
    const { payload } = event
    const { verb, server, subject, kind } = describeCall(
      text(payload.name),
      str(payload.input),
      text(payload.kind),
    )
    const known = calls.get(keyOf(event))
    calls.set(keyOf(event), { verb, subject, kind, ts: known?.ts ?? event.ts })
    // A plan event tells what a successful plan call did.
    if (known || kind === 'plan') return []
    lastCallKey = keyOf(event)
    const head = oneLine(server === null ? verb : `${verb} ${server}`).padEnd(VERB)
    return [line(event, `${style.bold(head)} ${single(subject, GUTTER + 2 + textWidth(head) + 1)}`)]
  }

  function renderResult(event: StoredEvent): string[] {
    const { payload } = event
    const call = calls.get(keyOf(event))
    const output = str(payload.output) ?? ''
    const exitCode = num(payload.exitCode)
    const failed = bool(payload.isError) === true || (exitCode !== null && exitCode !== 0)
    const took = call ? formatDuration(num(payload.durationMs) ?? Math.max(0, event.ts - call.ts)) : ''
    const which =
      call && keyOf(event) !== lastCallKey ? `${call.verb} ${single(call.subject, width - 40)}: ` : ''
    if (!failed && call?.kind === 'plan') return []
    if (!failed) {
      const count = output === '' ? 0 : output.trimEnd().split('\n').length
      const lines =
        count === 0 ? 'no output' : count === 1 ? '1 line' : `${count.toLocaleString('en-US')} lines`
      return [line(event, style.dim(`${' '.repeat(VERB)} └ ${which}${lines}, ${took}`))]
    }
    const word = exitCode === null ? 'failed' : `exit ${exitCode}`
    const tail = sanitizeText(output).trimEnd().split('\n')
    const shown = tail.slice(-FAILURE_LINES)
    const hidden = tail.length - shown.length
    return [
      line(event, `${' '.repeat(VERB)} └ ${which}${style.bad(word)}${style.dim(`, ${took}`)}`),
      ...(hidden > 0 ? [below(style.dim(`${' '.repeat(VERB + 3)}${hidden} more lines`))] : []),
      ...shown.map((text) => below(`${' '.repeat(VERB + 3)}${cutToWidth(text, width - GUTTER - VERB - 3)}`)),
    ]
  }

  function renderText(event: StoredEvent): string[] {
    const { payload } = event
    const words = str(payload.text) ?? ''
    if (payload.delta === true) {
      fragment += words
      return []
    }
    const repeats = fragment !== '' && fragment === words
    const before = repeats ? [] : flushFragment(event)
    fragment = ''
    if (words.trim() === '') return before
    if (payload.role === 'user') {
      if (payload.origin === 'injected')
        return [...before, line(event, style.dim(single(`told by the harness: ${words}`, GUTTER)))]
      return [...before, '', ...paragraph(event, words, style.bold), '']
    }
    return [...before, ...paragraph(event, words, payload.error === true ? style.bad : undefined)]
  }

  function flushFragment(event: StoredEvent): string[] {
    if (fragment.trim() === '') return []
    const words = fragment
    fragment = ''
    return paragraph({ ...event, payload: {} }, words)
  }

  function renderStart(event: StoredEvent): string[] {
    const { payload } = event
    const now = JSON.stringify([payload.sessionId, payload.model, payload.cwd])
    if (now === started) return []
    started = now
    const facts = [text(payload.harness), text(payload.harnessVersion), text(payload.model)]
      .filter(Boolean)
      .join(' ')
    return [
      line(
        event,
        style.dim(single(`${facts}${text(payload.cwd) ? ` in ${text(payload.cwd)}` : ''}`, GUTTER)),
      ),
    ]
  }

  function renderPlan(event: StoredEvent): string[] {
    const marks: Readonly<Record<string, string>> = { completed: '●', in_progress: '◐', cancelled: '–' }
    const { head, steps } = readPlan(event.payload, event.run)
    const shown = steps.map(
      (step) => `${marks[step.status ?? ''] ?? '○'} ${single(step.text ?? '', GUTTER + VERB + 4)}`,
    )
    const [first = '', ...rest] = shown
    return [
      line(
        event,
        `${style.bold('Plan'.padEnd(VERB))} ${first}${steps.length > 1 ? style.dim(`  ${head}`) : ''}`,
      ),
      ...rest.map((step) => below(`${' '.repeat(VERB + 1)}${step}`)),
    ]
  }

  function renderEnd(event: StoredEvent): string[] {
    const { payload } = event
    const why = [
      text(payload.reason)?.replaceAll('_', ' '),
      text(payload.signal),
      num(payload.exitCode) === null ? null : `exit ${num(payload.exitCode)}`,
    ]
    const facts = why.filter(Boolean).join(', ')
    const tail = facts === '' ? '' : `: ${facts}`
    switch (payload.status) {
      case 'succeeded':
        return [
          line(
            event,
            style.dim(`Turn ended${payload.origin === 'background' ? ' (started by background work)' : ''}`),
          ),
        ]
      case 'failed':
        return [
          line(event, style.bad(`Failed${tail}`)),
          ...(text(payload.summary) ? paragraph({ ...event, payload: {} }, str(payload.summary) ?? '') : []),
        ]
      case 'interrupted':
        return [line(event, style.warn(`Interrupted${tail}`))]
      default:
        return [line(event, style.warn(`No result${tail}`))]
    }
  }

  function renderNotice(event: StoredEvent): string[] {
    const notice = obj(event.payload.notice)
    if (!notice)
      return showRaw
        ? [line(event, style.dim(single(JSON.stringify(event.payload.json ?? event.payload.text), GUTTER)))]
        : []
    const isLoud = notice.kind === 'error' || notice.kind === 'permission' || notice.kind === 'question'
    const words = single(str(notice.text) ?? '', GUTTER)
    return [line(event, isLoud ? style.bad(words) : style.warn(words))]
  }

  return {
    render(event: StoredEvent): string[] {
      const isText = event.type === 'message' || event.type === 'thinking' || event.type === 'usage'
      const before = isText ? [] : flushFragment(event)
      return [...before, ...renderOne(event)]
    },
  }

  function renderOne(event: StoredEvent): string[] {
    const { payload } = event
    switch (event.type) {
      case 'session.started':
        return renderStart(event)
      case 'session.title':
        return text(payload.title) === null
          ? []
          : [line(event, style.dim(single(`named “${str(payload.title)}”`, GUTTER)))]
      case 'message':
        return renderText(event)
      case 'thinking': {
        const words = str(payload.text) ?? ''
        return payload.delta === true || words === ''
          ? []
          : [line(event, style.dim(single(`thought: ${words}`, GUTTER)))]
      }
      case 'tool.call':
        return renderCall(event)
      case 'tool.result':
        return renderResult(event)
      case 'plan':
        return renderPlan(event)
      case 'session.ended':
        return renderEnd(event)
      case 'session.background': {
        if (payload.merge === true) return []
        const count = arr(payload.tasks).length
        return count === 0 ? [] : [line(event, style.accent(`${count} in the background`))]
      }
      case 'usage':
        return []
      default:
        return renderNotice(event)
    }
  }
}
