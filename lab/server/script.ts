import type { Answer, Call, Failure, Reply, Run, Usage } from '../scenarios/language.ts'
import { HELPER_MARK, isFailure } from '../scenarios/language.ts'
import type { ModelRequest, WireCall, WireReply } from './wire.ts'

/** A call in the words of a harness, before it has an id. */
export type ToolUse = { name: string; input: Record<string, unknown> | string; namespace?: string }

/** Puts an abstract call into the words of a harness. */
export type ToolWords = (call: Call) => readonly ToolUse[]

/** How a harness talks to its model. */
export type Speech = {
  words: ToolWords
  /** Tells requests that declare tools, but are none of the script's, by the user's text. */
  sidePattern: RegExp | null
  /** The tool with which a subagent hands in its report; null: its last text is the report. */
  report: ((text: string) => ToolUse) | null
}

/** What to do with a request: which lane of the script it belongs to, and its answer. */
export type Turn = {
  /** `side`: outside of the script, such as a request for a title. */
  lane: 'main' | 'helper' | 'side'
  isCut: boolean
  answer: WireReply | { failure: Failure }
}

/** Hands out the answers of a run, in order. */
export type Script = { next(request: ModelRequest): Turn }

/**
 * The script of a run. A request without tools is a side request (titles, routers, summaries), and so is one whose
 * user texts match the harness's pattern; it gets a title. The last answer of a lane repeats.
 */
export function createScript(run: Run, speech: Speech): Script {
  const lanes = {
    main: run.answers.map((answer, index) => prepare(answer, usageOf(index, 1), speech)),
    helper: (run.helperAnswers ?? []).map((answer, index, all) => {
      const isReport = speech.report !== null && index === all.length - 1
      return prepare(answer, usageOf(index, 7), speech, isReport)
    }),
  }
  const taken = { main: 0, helper: 0 }
  let serial = 0
  return {
    next(request) {
      serial++
      const texts = request.userTexts.join('\n')
      if (!request.hasTools || speech.sidePattern?.test(texts)) return sideTurn(request, serial)
      const lane = lanes.helper.length > 0 && texts.includes(HELPER_MARK) ? 'helper' : 'main'
      const answers = lanes[lane]
      const prepared = answers[Math.min(taken[lane]++, answers.length - 1)]
      if (!prepared) throw new RangeError('A run without answers cannot answer.')
      if ('failure' in prepared) return { lane, isCut: false, answer: prepared }
      const calls = prepared.uses.map((use, index) => withId(use, serial, index))
      const { uses: _, isCut, ...reply } = prepared
      return { lane, isCut, answer: { ...reply, serial, model: request.model, calls } }
    },
  }
}

/** An answer with all but what only its request can say. */
type Prepared =
  | (Omit<WireReply, 'serial' | 'model' | 'calls'> & { uses: readonly ToolUse[]; isCut: boolean })
  | {
      failure: Failure
    }

function prepare(answer: Answer, usage: Usage, { words, report }: Speech, isReport = false): Prepared {
  if (isFailure(answer)) return { failure: answer }
  const pieces = piecesOf(answer)
  const text = isReport ? (pieces?.join('') ?? '') : null
  const uses = (answer.calls ?? []).flatMap(words)
  return {
    think: answer.think ?? null,
    say: text === null ? pieces : null,
    uses: text === null || report === null ? uses : [...uses, report(text)],
    usage: { ...usage, ...answer.usage },
    stop: answer.stop ?? 'end',
    isCut: answer.isCut ?? false,
  }
}

function piecesOf({ say }: Reply): readonly string[] | null {
  if (say === undefined) return null
  return typeof say === 'string' ? [say] : say
}

/** Usage that is different for every answer, so that a sum, a last value and a maximum can be told apart. */
function usageOf(index: number, base: number): Usage {
  return {
    input: 400 + 11 * base + index,
    output: 30 + 3 * base + index,
    reasoning: 0,
    cacheRead: 800 * (index + 1),
    cacheCreation: 50 + base,
  }
}

function withId({ name, input, namespace }: ToolUse, serial: number, index: number): WireCall {
  return { id: `call_lab${serial}_${index}`, name, input, namespace: namespace ?? null }
}

const SIDE_USAGE: Usage = { input: 90, output: 4, reasoning: 0, cacheRead: 0, cacheCreation: 0 }

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

function sideTurn({ model, wantsJson }: ModelRequest, serial: number): Turn {
  const say = [wantsJson ? JSON.stringify(SIDE_JSON) : 'Lab session']
  const answer: WireReply = { serial, model, think: null, say, calls: [], usage: SIDE_USAGE, stop: 'end' }
  return { lane: 'side', isCut: false, answer }
}
