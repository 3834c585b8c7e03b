import type { Answer, Call, Failure, Reply, Run, Usage } from '../scenarios/language.ts'
import { HELPER_MARK, isFailure } from '../scenarios/language.ts'
import type { ModelRequest, WireCall, WireReply } from './wire.ts'

/** A call in the words of a harness, before it has an id. */
export type ToolUse = { name: string; input: Record<string, unknown> | string; namespace?: string }

/** Puts an abstract call into the words of a harness. */
export type ToolWords = (call: Call) => readonly ToolUse[]

/** What to do with a request: which lane of the script it belongs to, and its answer. */
export type Turn = {
  /** `side`: outside of the script, such as a request for a title. */
  lane: 'main' | 'helper' | 'side'
  isCut: boolean
  answer: WireReply | { failure: Failure }
}

/** Hands out the answers of a run, in order. */
export type Script = { next(request: ModelRequest): Turn }

const SIDE_USAGE: Usage = { input: 90, output: 4, reasoning: 0, cacheRead: 0, cacheCreation: 0 }

/**
 * The script of a run. A request without tools is a side request (titles, routers, summaries), and so is one whose
 * user texts match `sidePattern`; it gets a title. The last answer of a lane repeats.
 */
export function createScript(run: Run, toolWords: ToolWords, sidePattern: RegExp | null = null): Script {
  const taken = { main: 0, helper: 0 }
  let serial = 0
  return {
    next(request) {
      serial++
      const texts = request.userTexts.join('\n')
      if (!request.hasTools || sidePattern?.test(texts)) return sideTurn(request, serial)
      const lane = run.helperAnswers && texts.includes(HELPER_MARK) ? 'helper' : 'main'
      const answers = lane === 'helper' ? (run.helperAnswers ?? []) : run.answers
      const index = Math.min(taken[lane]++, answers.length - 1)
      const answer = answers[index] ?? { say: 'ok' }
      return turnOf(answer, { lane, serial, index, model: request.model, toolWords })
    },
  }
}

type Place = { lane: Turn['lane']; serial: number; index: number; model: string; toolWords: ToolWords }

function turnOf(answer: Answer, place: Place): Turn {
  const { lane, serial, model } = place
  if (isFailure(answer)) return { lane, isCut: false, answer: { failure: answer } }
  const calls = (answer.calls ?? []).flatMap(place.toolWords).map((use, index) => withId(use, serial, index))
  const say = answer.say === undefined ? null : typeof answer.say === 'string' ? [answer.say] : answer.say
  const usage = usageOf(answer, place.index, lane)
  const reply = { serial, model, think: answer.think ?? null, say, calls, usage, stop: answer.stop ?? 'end' }
  return { lane, isCut: answer.isCut ?? false, answer: reply }
}

/** Usage that is different for every answer, so that a sum, a last value and a maximum can be told apart. */
function usageOf({ usage }: Reply, index: number, lane: Turn['lane']): Usage {
  const base = lane === 'helper' ? 7 : 1
  return {
    input: 400 + 11 * base + index,
    output: 30 + 3 * base + index,
    reasoning: 0,
    cacheRead: 800 * (index + 1),
    cacheCreation: 50 + base,
    ...usage,
  }
}

function withId({ name, input, namespace }: ToolUse, serial: number, index: number): WireCall {
  return { id: `call_lab${serial}_${index}`, name, input, namespace: namespace ?? null }
}

function sideTurn(request: ModelRequest, serial: number): Turn {
  const say = [request.wantsJson ? JSON.stringify(SIDE_JSON) : 'Lab session']
  const { model } = request
  const reply: WireReply = { serial, model, think: null, say, calls: [], usage: SIDE_USAGE, stop: 'end' }
  return { lane: 'side', isCut: false, answer: reply }
}

/** Keys that side requests for JSON were seen to want (Gemini CLI 0.61: router, next speaker; Qwen Code 0.24: title). */
const SIDE_JSON = {
  title: 'Lab session',
  summary: 'Lab session',
  reasoning: 'A simple request.',
  next_speaker: 'user',
  model_choice: 'flash',
  complexity_reasoning: 'A simple request.',
  complexity_score: 5,
  confidence: 0,
}
