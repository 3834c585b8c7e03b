import { arr, obj, objects, str } from './read.ts'

/** Where in an event a text stands that a person sees. */
export type TextPlace =
  | 'message'
  | 'thinking'
  | 'call'
  | 'input'
  | 'output'
  | 'plan'
  | 'title'
  | 'started'
  | 'background'
  | 'ended'
  | 'notice'

/** A text of an event. */
export type EventText = { where: TextPlace; text: string }

/** A part of a text around its first match. */
export type Excerpt = {
  /** On one line. */
  excerpt: string
  /** Start and end of each match in it (UTF-16 units), the end exclusive. */
  offsets: [start: number, end: number][]
}

/** How much stands before and after a match. */
const BEFORE = 60
const AFTER = 120

/** The text in small letters, unit for unit: every place in it is that of the text. */
export function foldCase(text: string): string {
  // The only capital whose small form is longer, and a small letter that has a form of its own at the end of a word.
  return text.replaceAll('İ', 'I').toLowerCase().replaceAll('ς', 'σ')
}

/** The first text of an event that holds `needle` (from `foldCase`), null where none does. */
export function findInEvent(
  type: string,
  payload: Record<string, unknown>,
  needle: string,
): EventText | null {
  return textsOf(type, payload).find(({ text }) => foldCase(text).includes(needle)) ?? null
}

/** The part of a text around the first match of `needle` (from `foldCase`), with all matches that lie in it. */
export function excerptOf(text: string, needle: string): Excerpt {
  const folded = foldCase(text)
  const first = Math.max(folded.indexOf(needle), 0)
  const start = wholeUnit(text, Math.max(0, first - BEFORE))
  const end = wholeUnit(text, Math.min(text.length, first + needle.length + AFTER))
  const offsets: Excerpt['offsets'] = []
  for (
    let at = first;
    at !== -1 && at + needle.length <= end;
    at = folded.indexOf(needle, at + needle.length)
  ) {
    offsets.push([at - start, at - start + needle.length])
  }
  return { excerpt: text.slice(start, end).replace(/\s/g, ' '), offsets }
}

/** The texts of an event that a person sees, in the order of importance; none for a `raw` row without a notice. */
export function textsOf(type: string, payload: Record<string, unknown>): EventText[] {
  const read = READERS[type]
  return read ? read(payload).filter(({ text }) => text !== '') : []
}

type Reader = (payload: Record<string, unknown>) => EventText[]

const READERS: Readonly<Record<string, Reader>> = {
  message: (payload) => [of('message', payload.text)],
  thinking: (payload) => [of('thinking', payload.text)],
  'tool.call': (payload) => [
    of('call', lines(payload.title, payload.name)),
    of('input', readInput(payload.input)),
  ],
  'tool.result': (payload) => [of('output', payload.output)],
  plan: (payload) => [of('plan', lines(...objects(payload.steps).map((step) => step.text)))],
  'session.title': (payload) => [of('title', payload.title)],
  'session.started': ({ harness, model, cwd }) => [of('started', lines(harness, model, cwd))],
  'session.background': (payload) => [
    of('background', lines(...objects(payload.tasks).map((task) => task.description))),
  ],
  'session.ended': (payload) => [of('ended', lines(payload.summary, payload.reason))],
  raw: (payload) => [of('notice', obj(payload.notice)?.text)],
}

function of(where: TextPlace, value: unknown): EventText {
  return { where, text: str(value) ?? '' }
}

function lines(...values: unknown[]): string {
  return values.filter((value) => typeof value === 'string').join('\n')
}

/** The strings in a call's arguments, as the tool gets them. A clipped input is no JSON: its own text, escapes undone. */
function readInput(value: unknown): string {
  const input = str(value) ?? ''
  try {
    return stringsIn(JSON.parse(input), []).join('\n')
  } catch {
    return input.replace(/\\(?:n|t|r)/g, ' ').replace(/\\(["\\/])/g, '$1')
  }
}

/** Depth is that of what a dialect could parse and print again. */
function stringsIn(value: unknown, found: string[]): string[] {
  if (typeof value === 'string' || typeof value === 'number') found.push(String(value))
  else if (Array.isArray(value)) for (const entry of arr(value)) stringsIn(entry, found)
  else for (const entry of Object.values(obj(value) ?? {})) stringsIn(entry, found)
  return found
}

/** The place, or the one before it where it would cut a character in two. */
function wholeUnit(text: string, place: number): number {
  return /[\udc00-\udfff]/.test(text[place] ?? '') && place > 0 ? place - 1 : place
}
