import { planEvents, toolResultEvent } from '../../core/build.ts'
import { clipText } from '../../core/clip.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { parseObject } from '../../core/json.ts'
import { numberIn, obj, str, text } from '../../core/read.ts'

/** How a command that failed ends its output (2.1.0); there is no other sign of it. */
const EXIT_CODE = /Command failed with exit code: (\d{1,3})\.?\s*$/

/** A call: its arguments are JSON text already. */
export function readCall(call: JsonObject, clip: number): NormalizedEvent {
  const called = obj(call.function)
  const input = str(called?.arguments)
  const clipped = input === null ? { text: null, truncated: false } : clipText(input, clip)
  const { text: shown, ...cut } = clipped
  return {
    type: 'tool.call',
    payload: { callId: text(call.id), name: text(called?.name), input: shown, ...cut },
  }
}

/** The plan that a call to `TodoList` writes; nothing for any other call, or one that only reads the list. */
export function readPlan(call: JsonObject): NormalizedEvent[] {
  const called = obj(call.function)
  return called?.name === 'TodoList' ? planEvents(parseObject(called.arguments)?.todos, 'title') : []
}

/** A line of role `tool`. No flag says whether the call failed. */
export function readResult(line: JsonObject, clip: number): NormalizedEvent[] {
  const output = str(line.content)
  const exitCode = numberIn(EXIT_CODE, output?.slice(-100) ?? null)
  return [toolResultEvent(text(line.tool_call_id), null, output, clip, { exitCode })]
}
