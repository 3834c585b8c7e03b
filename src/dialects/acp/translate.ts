import { messageEvent, planEvents, rawJsonEvent, thinkingEvent } from '../../core/build.ts'
import { type KindRule, kept, mapped, redundant } from '../../core/dialect.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { arr, obj, str, unlessEmpty } from '../../core/read.ts'
import * as calls from './calls.ts'
import { readBlock } from './content.ts'
import { readError, readInitialized, readPromptEnd, readSession, readTitle } from './session.ts'
import { readCallUsage, readContext } from './usage.ts'

const FOR_THE_CLIENT = 'the agent asks its client for a service; what comes of it is in the calls'

/** Every kind of message that an agent may send, of schema version 1, and the private ones that were seen. */
export const kinds: Readonly<Record<string, KindRule>> = {
  'answer/initialize': mapped(readInitialized),
  'answer/session': mapped(readSession),
  'answer/prompt': mapped(readPromptEnd),
  'answer/error': mapped(readError),
  'update/agent_message_chunk': mapped((line, clip) => readChunk(line, clip, 'assistant')),
  'update/agent_message_chunk/usage': mapped(readCallUsage),
  'update/agent_thought_chunk': mapped(readThought),
  'update/user_message_chunk': mapped((line, clip) => readChunk(line, clip, 'user')),
  'update/tool_call': mapped(calls.readToolCall),
  'update/tool_call_update/more': mapped(calls.readRefinement),
  'update/tool_call_update/end': mapped(calls.readCallEnd),
  'update/plan': mapped(readPlan),
  'update/session_info_update': mapped(readTitle),
  'update/usage_update': mapped(readContext),
  'session/request_permission': mapped(calls.readPermissionRequest),

  'answer/other': kept('the answer to a request that changes nothing in the session'),
  'update/available_commands_update': kept('a catalogue of what the agent offers to a person at a keyboard'),
  'update/current_mode_update': kept('the permission mode changed'),
  'update/config_option_update': kept('an option of the session changed'),
  'fs/read_text_file': kept(FOR_THE_CLIENT),
  'fs/write_text_file': kept(FOR_THE_CLIENT),
  'terminal/create': kept(FOR_THE_CLIENT),
  'terminal/output': kept(FOR_THE_CLIENT),
  'terminal/release': kept(FOR_THE_CLIENT),
  'terminal/wait_for_exit': kept(FOR_THE_CLIENT),
  'terminal/kill': kept(FOR_THE_CLIENT),
  // Qwen Code alone (0.24.4).
  'craft/drainMidTurnQueue': kept('the agent asks whether more prompts wait'),
  'qwen/notify/session/prompt-suggestion': kept('a proposal for the next prompt'),

  'answer/empty': redundant('acknowledges a request of the client, and says nothing else'),
  'update/agent_message_chunk/empty': redundant('an empty fragment'),
  'update/agent_thought_chunk/empty': redundant('an empty fragment'),
  'update/session_info_update/untitled': redundant('says when the session changed, not that its name did'),
  'update/tool_call_update/progress': redundant('output so far, which the end of the call repeats whole'),
}

/** The kind of a message: its method, for updates what they update, for answers what they answer. */
export function kindOf(line: JsonObject): string | null {
  if (line.method === 'session/update') return updateKindOf(obj(obj(line.params)?.update) ?? {})
  if (typeof line.method === 'string') return line.method
  if ('error' in line) return 'answer/error'
  return 'result' in line ? answerKindOf(obj(line.result)) : null
}

/** Answers do not say which request they answer: it shows in what they hold. */
function answerKindOf(result: JsonObject | null): string {
  if (!result) return 'answer/empty'
  if ('stopReason' in result) return 'answer/prompt'
  if ('agentInfo' in result || 'protocolVersion' in result) return 'answer/initialize'
  if (typeof result.sessionId === 'string' || 'models' in result || 'modes' in result) return 'answer/session'
  return Object.keys(result).length === 0 ? 'answer/empty' : 'answer/other'
}

function updateKindOf(update: JsonObject): string {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      if (!isEmptyText(obj(update.content))) return 'update/agent_message_chunk'
      return obj(obj(update._meta)?.usage)
        ? 'update/agent_message_chunk/usage'
        : 'update/agent_message_chunk/empty'
    case 'agent_thought_chunk':
      return isEmptyText(obj(update.content))
        ? 'update/agent_thought_chunk/empty'
        : 'update/agent_thought_chunk'
    case 'tool_call':
      return 'update/tool_call'
    case 'tool_call_update':
      if (calls.hasEnded(update)) return 'update/tool_call_update/end'
      return calls.saysMore(update) ? 'update/tool_call_update/more' : 'update/tool_call_update/progress'
    case 'session_info_update':
      return str(update.title) ? 'update/session_info_update' : 'update/session_info_update/untitled'
    default:
      return `update/${str(update.sessionUpdate)}`
  }
}

function isEmptyText(content: JsonObject | null): boolean {
  return content?.type === 'text' && content.text === ''
}

function readChunk(line: JsonObject, clip: number, role: 'assistant' | 'user'): NormalizedEvent[] {
  const content = obj(obj(obj(line.params)?.update)?.content)
  const { said, files, isKnown } = readBlock(content)
  if (!isKnown) return content ? [rawJsonEvent(content, clip)] : []
  const extra = {
    delta: files.length === 0 ? true : null,
    origin: role === 'user' ? 'echo' : null,
    files: unlessEmpty(files),
  }
  return [messageEvent(role, said, clip, extra)]
}

function readThought(line: JsonObject, clip: number): NormalizedEvent[] {
  const { said, isKnown } = readBlock(obj(obj(obj(line.params)?.update)?.content))
  return isKnown ? [thinkingEvent(said, clip, { delta: true })] : []
}

function readPlan(line: JsonObject): NormalizedEvent[] {
  return planEvents(arr(obj(obj(line.params)?.update)?.entries), 'content')
}
