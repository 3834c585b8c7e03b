import { noticeEvent, requestEvent } from '../../core/build.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { num, obj, str, strings, text } from '../../core/read.ts'

/** `assistant.turn_retry`: the model is asked again. */
export function readRetry(line: JsonObject, clip: number): NormalizedEvent[] {
  const why = text(obj(line.data)?.reason)
  return noticeEvent(line, clip, 'retry', `Retry${why === null ? '' : ` after ${why.replaceAll('_', ' ')}`}`)
}

/** `session.warning`. */
export function readWarning(line: JsonObject, clip: number): NormalizedEvent[] {
  return noticeEvent(line, clip, 'warning', text(obj(line.data)?.message) ?? 'A warning')
}

/** `session.compaction_complete`: the model no longer sees what came before. */
export function readCompaction(line: JsonObject, clip: number): NormalizedEvent[] {
  const data = obj(line.data)
  if (data?.success === false) {
    return noticeEvent(line, clip, 'warning', `Compaction failed: ${text(data.error) ?? 'no reason given'}`)
  }
  const before = num(data?.preCompactionTokens)
  const after = num(data?.postCompactionTokens)
  return noticeEvent(line, clip, 'compaction', 'Context compacted', {
    before,
    after,
    trigger: text(data?.trigger),
  })
}

/** `session.truncation`: the oldest messages were left out. */
export function readTruncation(line: JsonObject, clip: number): NormalizedEvent[] {
  const data = obj(line.data)
  const before = num(data?.preTruncationTokensInMessages)
  const after = num(data?.postTruncationTokensInMessages)
  return noticeEvent(line, clip, 'compaction', 'Oldest messages left out', {
    before,
    after,
    trigger: 'truncation',
  })
}

/** `permission.requested`. */
export function readPermission(line: JsonObject, clip: number): NormalizedEvent[] {
  const data = obj(line.data)
  const request = obj(data?.permissionRequest)
  const asked = text(request?.intention) ?? text(request?.fullCommandText) ?? 'a call'
  return requestEvent(line, clip, 'permission', text(data?.requestId), `Permission needed: ${asked}`, {
    callId: text(request?.toolCallId),
    tool: text(request?.kind),
    input: request ?? null,
  })
}

/** `permission.completed`: answered; a refusal is a denial besides. */
export function readPermissionAnswer(line: JsonObject, clip: number): NormalizedEvent[] {
  const data = obj(line.data)
  const word = str(obj(data?.result)?.kind) ?? ''
  const callId = text(data?.toolCallId)
  const by = text(data?.decisionSource)
  const answered = noticeEvent(line, clip, 'permission', 'Permission answered', {
    requestId: text(data?.requestId),
    callId,
    state: 'answered',
    by,
    answer: word,
  })
  if (!word.startsWith('denied')) return answered
  return [...answered, ...noticeEvent(line, clip, 'denied', 'Denied: a call', { callId, by, why: word })]
}

/** `user_input.requested`, `elicitation.requested`, `exit_plan_mode.requested`: a question to the person. */
export function readQuestion(line: JsonObject, clip: number): NormalizedEvent[] {
  const data = obj(line.data)
  const asked = text(data?.question) ?? text(data?.message) ?? text(data?.summary) ?? 'The session asks'
  const choices = [...strings(data?.choices), ...strings(data?.actions)]
  return requestEvent(line, clip, 'question', text(data?.requestId), `Question: ${asked}`, {
    callId: text(data?.toolCallId),
    input: data?.requestedSchema ?? data?.planContent ?? null,
    options: choices.map((choice) => ({ id: choice, label: choice, kind: null })),
  })
}

/** Their answers. */
export function readQuestionAnswer(line: JsonObject, clip: number): NormalizedEvent[] {
  const data = obj(line.data)
  const answer = text(data?.answer) ?? text(data?.action) ?? text(data?.selectedAction)
  const facts = { requestId: text(data?.requestId), state: 'answered', answer }
  return noticeEvent(line, clip, 'question', 'Question answered', facts)
}

/** `subagent.failed`. */
export function readAgentFailure(line: JsonObject, clip: number): NormalizedEvent[] {
  const data = obj(line.data)
  const name = text(data?.agentDisplayName) ?? text(data?.agentName) ?? 'An agent'
  return noticeEvent(line, clip, 'warning', `${name} failed: ${text(data?.error) ?? 'no reason given'}`, {
    callId: text(data?.toolCallId),
  })
}
