import { noticeEvent, requestEvent } from '../../core/build.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { obj, objects, str, text } from '../../core/read.ts'

/** Tools that ask the human something instead of wanting to act. */
const QUESTION_TOOLS: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode'])

/** `can_use_tool`: the CLI asks whether a call may run, or puts a question. */
export function readPermissionRequest(line: JsonObject, clip: number): NormalizedEvent[] {
  const request = obj(line.request)
  const tool = text(request?.tool_name)
  const isQuestion = tool !== null && QUESTION_TOOLS.has(tool)
  const question = str(objects(obj(request?.input)?.questions)[0]?.question)
  const asked = question ?? str(request?.description)
  const words = `${isQuestion ? 'Question' : 'Permission needed'}: ${asked ?? tool ?? 'a call'}`
  const kind = isQuestion ? 'question' : 'permission'
  return requestEvent(line, clip, kind, text(line.request_id), words, {
    callId: text(request?.tool_use_id),
    tool,
    input: request?.input ?? null,
    options: [
      { id: 'allow', label: 'Allow', kind: 'allow_once' },
      { id: 'deny', label: 'Deny', kind: 'reject_once' },
    ],
  })
}

/** `elicitation` and `request_user_dialog`: a server or a dialog asks the human. */
export function readDialog(line: JsonObject, clip: number): NormalizedEvent[] {
  const request = obj(line.request)
  const words = text(request?.message) ?? text(request?.title) ?? 'The session asks for an answer'
  const facts = { input: request?.requested_schema ?? null }
  return requestEvent(line, clip, 'question', text(line.request_id), words, facts)
}

/** `control_cancel_request`: the CLI no longer waits for an answer. */
export function readWithdrawal(line: JsonObject, clip: number): NormalizedEvent[] {
  const facts = { requestId: text(line.request_id), state: 'withdrawn' }
  return noticeEvent(line, clip, 'permission', 'Request withdrawn', facts)
}
