import type { Dialect } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj } from '../../core/read.ts'
import { answerLine, interruptLine, userTurnLine } from '../claude/stdin.ts'
import { qwenCommand } from './command.ts'
import { kindOf, kinds } from './translate.ts'

/**
 * Qwen Code's `stream-json`, one shot (`qwen-json`) and with stdin kept open (`qwen-stream`): Claude Code's lines with
 * differences. It prints no times, and its files hold no title (0.24.4).
 */
export const qwen: Dialect<'qwen-json' | 'qwen-stream'> = {
  name: 'qwen',
  protocols: [
    { protocol: 'qwen-json', interactive: false, owesEnding: true },
    { protocol: 'qwen-stream', interactive: true, owesEnding: true },
  ],
  kinds,
  kindOf,
  timeOf: () => null,
  detects: (lines) => lines.some(isOwn),
  command: qwenCommand,
  title: null,
  userTurnLine: (protocol, text, images) => (protocol === 'qwen-stream' ? userTurnLine(text, images) : null),
  interruptLine: (protocol, requestId) => (protocol === 'qwen-stream' ? interruptLine(requestId) : null),
  answerLine: (protocol, request, answer) =>
    protocol === 'qwen-stream' ? answerLine(request, answer) : null,
}

/** Lines that Claude Code has too, with keys that it has not. */
function isOwn(line: JsonObject): boolean {
  if (typeof line.session_id !== 'string') return false
  if (line.type === 'system') return line.subtype === 'init' && 'qwen_code_version' in line
  if (line.type === 'assistant') return 'total_tokens' in (obj(obj(line.message)?.usage) ?? {})
  return line.type === 'stream_event' && obj(line.event)?.type === 'goal_state'
}

export type * from './wire.ts'
