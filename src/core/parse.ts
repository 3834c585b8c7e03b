import { MAX_JSON_DEPTH, nestsDeeperThan, rawLineEvent, rawTextEvent } from './build.ts'
import { DEFAULT_CLIP } from './clip.ts'
import type { Dialect } from './dialect.ts'
import type { JsonObject, NormalizedEvent, SourcedEvent } from './events.ts'
import { parseJson } from './json.ts'
import { entryOf, obj } from './read.ts'
import { replaceLoneSurrogates } from './surrogates.ts'

/** What one line says: its events, and its own time (ms, UTC) or null. */
export type Translation = { events: NormalizedEvent[]; ts: number | null }

/**
 * The events of one line, by the rules that hold for every dialect: nothing for a blank line, `null`, an array or a
 * redundant kind; else at least one event, and `raw` for whatever is not understood. Never throws.
 */
export function translateLine(dialect: Dialect, line: string, clip: number = DEFAULT_CLIP): Translation {
  const text = line.trim()
  if (text === '' || dialect.silent) return { events: [], ts: null }
  const value = parseJson(text)
  if (value === undefined) return { events: [rawTextEvent(text, clip)], ts: null }
  if (value === null || Array.isArray(value)) return { events: [], ts: null }
  const object = obj(value)
  if (!object) return { events: [rawTextEvent(text, clip)], ts: null }
  let events = eventsOf(dialect, object, text, clip)
  // Only an escape can put half a surrogate pair into a parsed string: decoded bytes hold none.
  if (hasSurrogateEscape(text) || !text.isWellFormed()) {
    events = dialect.passthrough ? events : (replaceLoneSurrogates(events) as NormalizedEvent[])
  }
  return { events, ts: dialect.timeOf(object) }
}

/**
 * The events of lines in order, each with the trimmed line it came from and the time that the line states. Stops at
 * `budget` events, which may cut inside a line.
 */
export function translateLines(
  dialect: Dialect,
  lines: readonly string[],
  budget: number = Number.POSITIVE_INFINITY,
  clip: number = DEFAULT_CLIP,
): SourcedEvent[] {
  const sourced: SourcedEvent[] = []
  for (const line of lines) {
    if (sourced.length >= budget) break
    const source = line.trim()
    const { events, ts } = translateLine(dialect, source, clip)
    if (events.length === 0) continue
    const wellFormed = source.toWellFormed()
    for (const event of events) {
      if (sourced.length >= budget) break
      // The events are fresh: completing them costs less than copying each.
      const complete = event as SourcedEvent
      complete.source = wellFormed
      if (ts !== null) complete.ts = ts
      sourced.push(complete)
    }
  }
  return sourced
}

function eventsOf(dialect: Dialect, line: JsonObject, text: string, clip: number): NormalizedEvent[] {
  try {
    if (dialect.passthrough) return passThrough(dialect, line, text, clip)
    const rule = entryOf(dialect.kinds, dialect.kindOf(line))
    if (rule?.as === 'redundant') return []
    const events = rule && 'read' in rule ? rule.read(line, clip) : []
    return events.length > 0 ? events : [rawLineEvent(line, text, clip)]
  } catch {
    return [rawTextEvent(text, clip)]
  }
}

/** A dialect that is the vocabulary itself: payloads as they are, up to a size and a depth that readers can bear. */
function passThrough(dialect: Dialect, line: JsonObject, text: string, clip: number): NormalizedEvent[] {
  if (text.length > MAX_PASSTHROUGH_LENGTH || nestsDeeperThan(line, MAX_JSON_DEPTH)) {
    return [rawTextEvent(text, clip)]
  }
  const rule = entryOf(dialect.kinds, dialect.kindOf(line))
  return rule && 'read' in rule ? rule.read(line, Number.POSITIVE_INFINITY) : [rawLineEvent(line, text, clip)]
}

/** 1 MiB: over it a passthrough line is kept as clipped text. */
const MAX_PASSTHROUGH_LENGTH = 1_048_576

/** Whether a `\ud…` escape is in the text; almost no line has any `\u`, so that is asked first. */
function hasSurrogateEscape(text: string): boolean {
  return text.includes('\\u') && (text.includes('\\ud') || text.includes('\\uD'))
}
