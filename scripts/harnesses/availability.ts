import { type NormalizedEvent, parseLines } from '../../src/index.ts'
import type { HarnessFacts } from '../../test/conformance/harness-facts.ts'
import type { Recording } from '../../test/recordings.ts'

/** What the events of a harness hold, over all of its recordings: `yes`, `no`, or a word on how. */
export type Availability = Readonly<Record<(typeof ASPECTS)[number], string>>

/** What a reader may want to know, in the order of the table. */
export const ASPECTS = [
  'session id',
  'model',
  'window',
  'thinking',
  'plan',
  'usage per call',
  'session usage',
  'cost',
  'title',
  'background',
] as const

/** Looks through the events of recordings. */
export function availabilityOf(
  recordings: readonly Recording[],
  facts: HarnessFacts,
  readsTitleOutOfBand: boolean,
): Availability {
  const events = recordings.flatMap((recording) => parseLines(facts.protocolOf(recording), recording.lines))
  const has = (
    type: NormalizedEvent['type'],
    isWanted: (payload: Payload) => boolean = () => true,
  ): boolean => events.some((event) => event.type === type && isWanted(event.payload))
  const stated = (key: string) => (payload: Payload) => payload[key] !== null && payload[key] !== undefined
  const usage = (scope: string, key: string): boolean =>
    has('usage', (payload) => payload.scope === scope && stated(key)(payload))
  const counters = (scope: string): boolean =>
    usage(scope, 'inputTokens') || usage(scope, 'outputTokens') || usage(scope, 'cacheReadTokens')
  return {
    'session id': word(has('session.started', stated('sessionId')) || usage('session', 'sessionId')),
    model: word(has('session.started', stated('model')) || usage('call', 'model')),
    window: windowWord(events),
    thinking: has('thinking', ({ redacted }) => redacted !== true)
      ? 'yes'
      : word(has('thinking'), 'withheld'),
    plan: word(has('plan')),
    'usage per call': counters('call') ? 'yes' : word(usage('call', 'contextTokens'), 'size of the context'),
    'session usage': word(counters('session'), coverageOf(events)),
    cost: word(usage('session', 'costUsd') || usage('call', 'costUsd')),
    title: titleWord(has('session.title'), readsTitleOutOfBand),
    background: word(has('session.background')),
  }
}

type Payload = NormalizedEvent['payload']

function word(isThere: boolean, yes = 'yes'): string {
  return isThere ? yes : 'no'
}

function titleWord(isInStream: boolean, isByProbe: boolean): string {
  const ways = [...(isInStream ? ['in the stream'] : []), ...(isByProbe ? ['by probe'] : [])]
  return ways.join(', ') || 'no'
}

/** A window in figures of use is the harness's word; at the start it may be ours, from the table of models. */
function windowWord(events: readonly NormalizedEvent[]): string {
  const holdsWindow = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && 'contextWindow' in value && value.contextWindow !== null
  const isStated = events.some(({ type, payload }) => {
    const models = Array.isArray(payload.models) ? payload.models : []
    return type === 'usage' && (holdsWindow(payload) || models.some(holdsWindow))
  })
  if (isStated) return 'yes'
  return word(
    events.some(({ type, payload }) => type === 'session.started' && holdsWindow(payload)),
    'by the model',
  )
}

/** What the harness's own totals cover. */
function coverageOf(events: readonly NormalizedEvent[]): string {
  const statements = events.filter(({ type, payload }) => type === 'usage' && payload.scope === 'session')
  const covers = new Set(statements.map(({ payload }) => String(payload.covers ?? 'process')))
  return [...covers]
    .sort()
    .map((scope) => `per ${scope}`)
    .join(', ')
}
