import type { NormalizedEvent } from '../../src/index.ts'

/** Numbers that differ from run to run, or that are compared with what was served. */
const VOLATILE_NUMBER = /(?:Tokens|Ms|Usd|Window|Length)$|^bytes$/
/** Ids and times, whose words say nothing. */
const VOLATILE_TEXT = /^(?:sessionId|callId|parentCallId|messageId|requestId|taskId|id|harnessVersion|cwd)$/

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?/g, '<time>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b(?=\w*\d)(?:[a-z]+_)?[A-Za-z0-9]{16,}\b/g, '<id>'],
  [/(?<![\w.])\/(?:[\w.@+-]+\/)*[\w.@+-]+/g, '<path>'],
  [/\d+(?:\.\d+)*/g, '#'],
]

/** An event's payload as text in which whatever differs from run to run is masked, by key path. */
export function maskEvent({ type, payload }: NormalizedEvent): Map<string, string> {
  const masked = new Map<string, string>()
  for (const [key, value] of Object.entries(payload)) {
    if (type === 'raw' && key !== 'notice') continue
    masked.set(key, JSON.stringify(maskValue(key, value)))
  }
  return masked
}

function maskValue(key: string, value: unknown): unknown {
  if (typeof value === 'string') return VOLATILE_TEXT.test(key) ? '<id>' : maskText(value)
  if (typeof value === 'number') return VOLATILE_NUMBER.test(key) ? '#' : value
  if (Array.isArray(value)) return value.map((entry) => maskValue(key, entry))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskValue(name, inner)]))
}

/** A text with times, ids, paths and numbers masked. */
export function maskText(text: string): string {
  return MASKS.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), text)
}
