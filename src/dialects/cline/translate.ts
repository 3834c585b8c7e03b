import { messageEvent, thinkingEvent } from '../../core/build.ts'
import { type KindRule, kept, mapped, notice, redundant } from '../../core/dialect.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { obj, str } from '../../core/read.ts'
import { readCall, readCallEnd } from './calls.ts'
import { readError, readNotice, readResult, readStart, readUsage } from './session.ts'

const END_FOLLOWS = 'the end of the same content states it whole'
const HEARTBEAT = 'says that something began or ended, and not what'

/** Every kind of line that Cline is known to print. */
export const kinds: Readonly<Record<string, KindRule>> = {
  'hook_event/agent_start': mapped(readStart),
  'agent_event/content_end/text': mapped(readText),
  'agent_event/content_end/reasoning': mapped(readReasoning),
  'agent_event/content_start/tool': mapped(readCall),
  'agent_event/content_end/tool': mapped(readCallEnd),
  'agent_event/usage': mapped(readUsage),
  run_result: mapped(readResult),

  'agent_event/error': notice(readError),
  'agent_event/notice': notice(readNotice),

  'hook_event/agent_start/nested': kept('the only sign that an agent of the main agent began'),
  'hook_event/agent_end/nested': kept('the only sign that an agent of the main agent ended'),

  'agent_event/usage/zero': redundant('counts nothing'),
  'agent_event/content_start/text': redundant(END_FOLLOWS),
  'agent_event/content_start/reasoning': redundant(END_FOLLOWS),
  'agent_event/content_update/text': redundant(END_FOLLOWS),
  'agent_event/content_update/reasoning': redundant(END_FOLLOWS),
  'agent_event/content_update/tool': redundant('output so far, which the end of the call repeats'),
  'agent_event/error/calls': redundant('counts calls that failed, each of which has a result'),
  'agent_event/done': redundant('run_result states the same; of nested agents the result of their call does'),
  'agent_event/iteration_start': redundant(HEARTBEAT),
  'agent_event/iteration_end': redundant(HEARTBEAT),
  'hook_event/agent_end': redundant(HEARTBEAT),
  'hook_event/agent_error': redundant('the error line after it says which error'),
  'hook_event/agent_abort': redundant(HEARTBEAT),
  'hook_event/prompt_submit': redundant(HEARTBEAT),
  'hook_event/tool_call': redundant(HEARTBEAT),
  'hook_event/tool_result': redundant(HEARTBEAT),
}

/** The kind of a line: its type, with the names of hook, event and content. */
export function kindOf(line: JsonObject): string | null {
  switch (line.type) {
    case 'hook_event':
      return `hook_event/${str(line.hookEventName)}${isNested(line) ? '/nested' : ''}`
    case 'agent_event':
      return eventKindOf(obj(line.event) ?? {})
    default:
      return str(line.type)
  }
}

function isNested({ hookEventName, parentAgentId }: JsonObject): boolean {
  return (
    typeof parentAgentId === 'string' && (hookEventName === 'agent_start' || hookEventName === 'agent_end')
  )
}

function eventKindOf(event: JsonObject): string {
  const name = `agent_event/${str(event.type)}`
  switch (event.type) {
    case 'content_start':
    case 'content_update':
    case 'content_end':
      return `${name}/${str(event.contentType)}`
    case 'usage':
      return event.inputTokens || event.outputTokens || event.cacheReadTokens ? name : `${name}/zero`
    case 'error':
      return event.recoverable === true &&
        /^\d+ tool call\(s\) failed/.test(str(obj(event.error)?.message) ?? '')
        ? `${name}/calls`
        : name
    default:
      return name
  }
}

function readText(line: JsonObject, clip: number): NormalizedEvent[] {
  const said = str(obj(line.event)?.text)
  return said === null ? [] : [messageEvent('assistant', said, clip)]
}

function readReasoning(line: JsonObject, clip: number): NormalizedEvent[] {
  return [thinkingEvent(str(obj(line.event)?.reasoning) ?? '', clip)]
}
