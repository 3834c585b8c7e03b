import { str, text } from '../../core/read.ts'
import type { StoredEvent } from '../../store/store.ts'
import { countOf } from './edit-size.ts'
import type { Sheet } from './sheet.ts'
import { sanitizeText } from './terminal-text.ts'
import { wrapText } from './text-width.ts'

/** Renders what was said and thought. Fragments are held until their text is whole. */
export type ProseRenderer = {
  text(event: StoredEvent): string[]
  /** The text whose fragments are held; none when nothing is. */
  flush(): string[]
  /** Whether these words were the last that were shown, so that an end need not repeat them. */
  wasJustSaid(words: string): boolean
}

/** Of the human's words, this many lines are shown: who runs a task knows them. */
const HUMAN_LINES = 6

/** A renderer of texts. `depthOf` says how many agents an event is under. */
export function createProseRenderer(sheet: Sheet, depthOf: (event: StoredEvent) => number): ProseRenderer {
  const { style } = sheet
  const humans = new Set<string>()
  let held: StoredEvent | null = null
  let lastSaid = ''

  function renderText(event: StoredEvent): string[] {
    const words = str(event.payload.text) ?? ''
    const before = held
    if (before && isSameVoice(before, event)) {
      const heldWords = str(before.payload.text) ?? ''
      if (event.payload.delta === true) {
        held = { ...before, payload: { ...before.payload, text: heldWords + words } }
        return []
      }
      // The whole repeats the fragments just before it.
      if (heldWords === words) held = null
    }
    const flushed = flush()
    if (event.payload.delta === true) {
      held = event
      return flushed
    }
    return [...flushed, ...renderWhole(event, words)]
  }

  function flush(): string[] {
    const event = held
    held = null
    return event ? renderWhole(event, str(event.payload.text) ?? '') : []
  }

  function renderWhole(event: StoredEvent, words: string): string[] {
    const depth = depthOf(event)
    const { payload } = event
    if (words.trim() === '') return []
    if (event.type === 'thinking')
      return [sheet.row(event, depth, style.dim(sheet.fit(`Thought: ${words}`, depth)))]
    if (payload.role === 'user') return renderUser(event, words, depth)
    lastSaid = words.trim()
    const paint = payload.error === true ? style.bad : undefined
    return [...sheet.paragraph(event, depth, words, paint), ...cutMark(event, words, depth)]
  }

  function renderUser(event: StoredEvent, words: string, depth: number): string[] {
    if (event.payload.origin === 'injected' || depth > 0)
      return [sheet.row(event, depth, style.dim(sheet.fit(`Told: ${words}`, depth)))]
    const heard = `${event.run} ${words.trim()}`
    if (event.payload.origin === 'echo' && humans.has(heard)) return []
    humans.add(heard)
    const lines = wrapText(sanitizeText(words).trim(), sheet.room(depth) - 2)
    const [first = '', ...rest] = lines.slice(0, HUMAN_LINES)
    const hidden = lines.length - HUMAN_LINES
    return [
      '',
      sheet.row(event, depth, style.bold(`> ${first}`)),
      ...rest.map((line) => sheet.under(depth, style.bold(`  ${line}`))),
      ...(hidden > 0 ? [sheet.under(depth, style.dim(`  … ${countOf(hidden)} more`))] : []),
      '',
    ]
  }

  /** What was cut off is said where it is cut. */
  function cutMark(event: StoredEvent, words: string, depth: number): string[] {
    const whole = event.payload.originalLength
    if (event.payload.truncated !== true || typeof whole !== 'number') return []
    const figures = `${words.length.toLocaleString('en-US')} of ${whole.toLocaleString('en-US')}`
    return [sheet.under(depth, style.dim(`… ${figures} characters are shown`))]
  }

  return { text: renderText, flush, wasJustSaid: (words) => words.trim() === lastSaid }
}

function isSameVoice(left: StoredEvent, right: StoredEvent): boolean {
  return (
    left.run === right.run &&
    left.type === right.type &&
    left.payload.role === right.payload.role &&
    text(left.payload.parentCallId) === text(right.payload.parentCallId)
  )
}
