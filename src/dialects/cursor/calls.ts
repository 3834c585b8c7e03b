import { noticeEvent, toolCallEvent, toolResultEvent } from '../../core/build.ts'
import type { JsonObject, JsonValue, NormalizedEvent, PlanStep } from '../../core/events.ts'
import { unwrapJson } from '../../core/json.ts'
import { planStatusOf } from '../../core/plan-status.ts'
import { num, obj, objects, str, text } from '../../core/read.ts'
import { mcpToolName } from '../../core/tool-kind.ts'

type Call = { name: string; input: JsonValue; result: JsonObject | null }

/** `tool_call/started`: the call and, where it writes one, the plan. */
export function readCallStart(line: JsonObject, clip: number): NormalizedEvent[] {
  const call = readCall(line)
  if (!call) return []
  const event = toolCallEvent(text(line.call_id), call.name, call.input, clip)
  return [event, ...readPlan(obj(call.input))]
}

/** `tool_call/completed`: the result, and a notice where a person or a rule forbade the call. */
export function readCallEnd(line: JsonObject, clip: number): NormalizedEvent[] {
  const call = readCall(line)
  if (!call) return []
  const callId = text(line.call_id)
  const success = obj(call.result?.success)
  const rejected = obj(call.result?.rejected)
  const outcome = success ?? rejected ?? obj(call.result?.failure) ?? obj(call.result?.error) ?? {}
  const exitCode = num(outcome.exitCode)
  const isError = call.result === null ? null : !success
  const durationMs = num(outcome.executionTime)
  const result = toolResultEvent(callId, isError, outputOf(outcome), clip, { exitCode, durationMs })
  if (!rejected) return [result]
  const why = text(rejected.reason)
  const facts = { callId, tool: call.name, why }
  return [result, ...noticeEvent(line, clip, 'denied', `Denied: ${call.name}`, facts)]
}

/** The key of a call is its tool: `readToolCall` is `read`. MCP tools and those without a key name themselves. */
function readCall(line: JsonObject): Call | null {
  const calls = obj(line.tool_call)
  for (const key in calls) {
    const call = obj(calls[key])
    if (!call) continue
    const args = obj(call.args)
    const result = obj(call.result)
    if (key === 'function')
      return { name: text(call.name) ?? key, input: unwrapJson(call.arguments) ?? null, result }
    const name = mcpToolName(text(args?.providerIdentifier), text(args?.toolName))
    if (name !== null) return { name, input: args?.args ?? null, result }
    return { name: key.replace(/ToolCall$/, ''), input: args, result }
  }
  return null
}

/** `updateTodos`: the whole list, statuses as plain words or as names of constants. */
function readPlan(input: JsonObject | null): NormalizedEvent[] {
  if (!Array.isArray(input?.todos)) return []
  const steps: PlanStep[] = objects(input.todos).map((todo) => {
    const word = (str(todo.status) ?? '').replace(/^TODO_STATUS_/, '').toLowerCase()
    return { text: str(todo.content), status: planStatusOf(word) }
  })
  return [{ type: 'plan', payload: { steps } }]
}

function outputOf(facts: JsonObject): string | null {
  const stdout = str(facts.stdout)
  if (stdout !== null)
    return [stdout, text(facts.stderr)].filter((part) => part !== null && part !== '').join('\n')
  const said = str(facts.content) ?? str(facts.errorMessage) ?? str(facts.error) ?? str(facts.reason)
  return said ?? (Object.keys(facts).length === 0 ? null : JSON.stringify(facts))
}
