import type { Usage } from '../scenarios/language.ts'
import type { Turn } from './script.ts'
import type { Wire, WireName } from './wire.ts'

/** A request for an answer, and what became of it. */
export type Exchange = {
  wire: WireName
  lane: Turn['lane']
  model: string
  streams: boolean
  status: number
  /** The text of the answer; null: it had none. */
  text: string | null
  /** What the answer said about its tokens; null for an error. */
  usage: Usage | null
  /** Whether the answer was sent to its end. */
  isWhole: boolean
}

/** The truth about a run: what the model really said and counted, in answers that were sent to their end. */
export type Served = {
  texts: string[]
  /** Input, output, cache read and cache creation, disjoint, reasoning inside output. */
  usage: [input: number, output: number, cacheRead: number, cacheCreation: number]
}

/** The exchange that answers a turn; `isWhole` is for the server to set. */
export function exchangeOf(wire: Wire, turn: Turn, request: { model: string; streams: boolean }): Exchange {
  const { lane, answer } = turn
  const base = { wire: wire.name, lane, model: request.model, streams: request.streams, isWhole: false }
  if ('failure' in answer) return { ...base, status: answer.failure.status, text: null, usage: null }
  return { ...base, status: 200, text: answer.say?.join('') ?? null, usage: wire.said(answer.usage) }
}

/** What was served in some lanes of the script; in those of the conversation unless said. */
export function servedOf(
  exchanges: readonly Exchange[],
  lanes: readonly Turn['lane'][] = ['main', 'helper'],
): Served {
  const whole = exchanges.filter(
    ({ lane, isWhole, status }) => isWhole && status === 200 && lanes.includes(lane),
  )
  const sum = (key: keyof Usage) => whole.reduce((total, { usage }) => total + (usage?.[key] ?? 0), 0)
  return {
    texts: whole.flatMap(({ text }) => (text === null ? [] : [text])),
    usage: [sum('input'), sum('output'), sum('cacheRead'), sum('cacheCreation')],
  }
}
