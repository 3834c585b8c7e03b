import { planEvents, sessionEndedEvent, sessionUsageEvent } from '../../core/build.ts'
import { type KindRule, mapped } from '../../core/dialect.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { count, obj, str, text } from '../../core/read.ts'
import { type AssistantTraits, readAssistant } from '../claude/assistant.ts'
import { readInit } from '../claude/session.ts'
import { readCallUsage } from '../claude/usage.ts'
import { readUser } from '../claude/user.ts'

const TRAITS: AssistantTraits = { isError: () => false, readPlan, readUsage: readCallUsage }

/** Every kind of line that is documented. */
export const kinds: Readonly<Record<string, KindRule>> = {
  'system/init': mapped((line) => readInit(line, 'amp', null)),
  assistant: mapped((line, clip) => readAssistant(line, clip, TRAITS)),
  user: mapped((line, clip) => readUser(line, clip)),
  result: mapped(readResult),
}

/** The kind of a line: its type, with the subtype of a system line. */
export function kindOf(line: JsonObject): string | null {
  return line.type === 'system' ? `system/${str(line.subtype)}` : str(line.type)
}

function readPlan(block: JsonObject, parent: { parentCallId: string | null }): NormalizedEvent[] {
  return block.name === 'todo_write' ? planEvents(obj(block.input)?.todos, 'content', parent) : []
}

function readResult(line: JsonObject, clip: number): NormalizedEvent[] {
  const isError = line.is_error === true || (str(line.subtype) ?? '').startsWith('error')
  const facts = {
    turns: count(line.num_turns),
    durationMs: count(line.duration_ms),
    covers: 'turn',
    sessionId: text(line.session_id),
  }
  const said = str(line.result) ?? str(line.error)
  return [sessionUsageEvent(facts), sessionEndedEvent(isError ? 'failed' : 'succeeded', null, said, clip)]
}
