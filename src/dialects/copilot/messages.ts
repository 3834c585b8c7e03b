import { callUsageEvents, contextEvent, messageEvent, thinkingEvent } from '../../core/build.ts'
import { countersOf, withoutCache } from '../../core/counters.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { count, obj, str, text } from '../../core/read.ts'

/** `user.message`: the human's words, or what the program or an agent puts in their place. */
export function readUser(line: JsonObject, clip: number): NormalizedEvent[] {
  const data = obj(line.data)
  const said = str(data?.content)
  if (said === null) return []
  const isOwn = typeof line.agentId !== 'string' && text(data?.source) === null
  const extra = { origin: isOwn ? 'echo' : 'injected', parentCallId: text(data?.parentToolCallId) }
  return [messageEvent('user', said, clip, extra)]
}

/** `assistant.message`, where it says something. Its calls have lines of their own. */
export function readAssistant(line: JsonObject, clip: number): NormalizedEvent[] {
  const data = obj(line.data)
  const said = str(data?.content)
  return said === null
    ? []
    : [messageEvent('assistant', said, clip, { parentCallId: text(data?.parentToolCallId) })]
}

/** `assistant.reasoning`: the whole of it. */
export function readReasoning(line: JsonObject, clip: number): NormalizedEvent[] {
  const data = obj(line.data)
  return [thinkingEvent(str(data?.content) ?? '', clip, { parentCallId: text(data?.parentToolCallId) })]
}

/** `assistant.usage`, which is not printed where the model is the user's own (1.0.102). */
export function readUsage(line: JsonObject): NormalizedEvent[] {
  const data = obj(line.data)
  const counters = countersOf(data, ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'])
  return callUsageEvents(text(data?.model), withoutCache(counters), {
    messageId: text(data?.apiCallId),
    parentCallId: text(data?.parentToolCallId),
    reasoningTokens: count(data?.reasoningTokens),
  })
}

/** `session.usage_info`: how full the context is. */
export function readContext(line: JsonObject): NormalizedEvent[] {
  const data = obj(line.data)
  return [contextEvent(count(data?.currentTokens), count(data?.tokenLimit))]
}
