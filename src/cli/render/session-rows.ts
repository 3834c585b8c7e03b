import { arr, num, obj, str, text } from '../../core/read.ts'
import type { StoredEvent } from '../../store/store.ts'
import type { Sheet } from './sheet.ts'
import { jsonLine, oneLine } from './terminal-text.ts'

/**
 * Who works, with which model, and where. Harnesses say it again with each turn, or bit by bit: a row has what is new, and
 * all of it only where another session begins.
 */
export function createStartRenderer(sheet: Sheet): (event: StoredEvent) => string[] {
  let sessionId: string | null = null
  let said: readonly string[] = []
  return (event) => {
    const { payload } = event
    const cwd = text(payload.cwd)
    const stated = [
      text(payload.harness),
      text(payload.harnessVersion),
      text(payload.model),
      cwd && `in ${cwd}`,
    ]
    const facts = stated.filter((fact) => fact !== null)
    const now = text(payload.sessionId)
    if (now !== null && sessionId !== null && now !== sessionId) said = []
    sessionId = now ?? sessionId
    const fresh = facts.filter((fact) => !said.includes(fact))
    said = [...said, ...fresh]
    return fresh.length === 0 ? [] : [sheet.row(event, 0, sheet.style.dim(sheet.fit(fresh.join(' '), 0)))]
  }
}

/** A new title. */
export function renderTitle(sheet: Sheet, event: StoredEvent): string[] {
  const title = text(event.payload.title)
  return title === null ? [] : [sheet.row(event, 0, sheet.style.dim(sheet.fit(`Named “${title}”`, 0)))]
}

/** What goes on beside the turn; single changes are told by other rows. */
export function renderBackground(sheet: Sheet, event: StoredEvent): string[] {
  const count = arr(event.payload.tasks).length
  if (event.payload.merge === true || count === 0) return []
  return [sheet.row(event, 0, sheet.style.accent(`${countTasks(count)} in the background`))]
}

/** How a turn ended. `background` is how much still runs beside it; `isSaid` leaves out words that were just shown. */
export function renderEnd(
  sheet: Sheet,
  event: StoredEvent,
  background: number,
  isSaid: (words: string) => boolean,
): string[] {
  const { style } = sheet
  const { payload } = event
  const say = (paint: (text: string) => string, words: string): string =>
    sheet.row(event, 0, paint(sheet.fit(words, 0)))
  const subject = payload.origin === 'platform' ? 'The process' : 'Turn'
  const why = reasonOf(payload)
  const summary = text(payload.summary)
  // The gutter goes by the order of the rows, so these come after the first.
  const explain = () => (summary === null || isSaid(summary) ? [] : sheet.paragraph(event, 0, summary))
  switch (payload.status) {
    case 'succeeded': {
      // That a process ended well, the recap says.
      if (payload.origin === 'platform') return []
      const still =
        background > 0 ? `; ${countTasks(background)} still ${background === 1 ? 'runs' : 'run'}` : ''
      const by = payload.origin === 'background' ? ', started by background work' : ''
      return [say(style.dim, `Turn ended${by}${still}`)]
    }
    case 'failed':
      return [say(style.bad, `${subject} failed${why === '' ? '' : `: ${why}`}`), ...explain()]
    case 'interrupted':
      return [say(style.warn, `Interrupted${why === '' ? '' : `: ${why}`}`)]
    default:
      return [
        say(style.warn, `The process ended without a result${why === '' ? '' : ` (${why})`}`),
        ...explain(),
      ]
  }
}

const LOUD: ReadonlySet<unknown> = new Set([
  'retry',
  'rate_limit',
  'denied',
  'permission',
  'question',
  'warning',
])

/** A line that has no type of its own: its notice, or with `showRaw` the line itself. */
export function renderRaw(sheet: Sheet, event: StoredEvent, depth: number, showRaw: boolean): string[] {
  const { style } = sheet
  const { payload } = event
  const notice = obj(payload.notice)
  if (!notice) {
    if (!showRaw) return []
    const words = payload.json === undefined ? (str(payload.text) ?? '') : jsonLine(payload.json)
    return [sheet.row(event, depth, style.dim(sheet.fit(words, depth)))]
  }
  const words = oneLine(str(notice.text) ?? '')
  if (words === '') return []
  const paint = notice.kind === 'error' ? style.bad : LOUD.has(notice.kind) ? style.warn : style.dim
  return [sheet.row(event, depth, paint(sheet.fit(words, depth)))]
}

function reasonOf(payload: StoredEvent['payload']): string {
  const signal = text(payload.signal)
  const exitCode = num(payload.exitCode)
  const reason = text(payload.reason)
  const how = signal ?? (exitCode === null ? null : `exit ${exitCode}`)
  // "exit" says no more than the code does.
  const why = reason === 'exit' && how !== null ? null : reason?.replaceAll('_', ' ')
  return [why, how].filter(Boolean).join(', ')
}

function countTasks(count: number): string {
  return count === 1 ? '1 task' : `${count} tasks`
}
