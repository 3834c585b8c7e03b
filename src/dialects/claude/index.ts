import type { Dialect } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj, timeMs } from '../../core/read.ts'
import { claudeCommand } from './command.ts'
import { answerLine, interruptLine, userTurnLine } from './stdin.ts'
import { claudeTitle } from './title.ts'
import { kindOf, kinds } from './translate.ts'

/** Claude Code's `stream-json`, one shot (`claude-json`) and with stdin kept open (`claude-stream`). */
export const claude: Dialect<'claude-json' | 'claude-stream'> = {
  name: 'claude',
  protocols: [
    { protocol: 'claude-json', interactive: false, owesEnding: true },
    { protocol: 'claude-stream', interactive: true, owesEnding: true, takesImages: true },
  ],
  kinds,
  kindOf,
  timeOf: (line) => ('timestamp' in line ? timeMs(line.timestamp) : null),
  detects: (lines) => lines.some(isOwn),
  command: claudeCommand,
  title: claudeTitle,

  userTurnLine: (protocol, text, images) =>
    protocol === 'claude-stream' ? userTurnLine(text, images) : null,
  interruptLine: (protocol, requestId) => (protocol === 'claude-stream' ? interruptLine(requestId) : null),
  answerLine: (protocol, request, answer) =>
    protocol === 'claude-stream' ? answerLine(request, answer) : null,
}

/** Lines that no other harness prints: each version marks some with its own words. */
function isOwn(line: JsonObject): boolean {
  if (typeof line.session_id !== 'string') return false
  if (line.type === 'system')
    return line.subtype === 'init' ? 'permissionMode' in line && 'tools' in line : 'hook_event' in line
  if (line.type === 'assistant') return 'parent_tool_use_id' in line && isWholeMessage(obj(line.message))
  return line.type === 'result' && typeof line.subtype === 'string' && 'total_cost_usd' in line
}

/** Programs of the family leave out keys of the API's message, or add some. */
function isWholeMessage(message: JsonObject | null): boolean {
  return message !== null && 'stop_sequence' in message && !('max_tokens' in (obj(message.usage) ?? {}))
}

export type * from './wire.ts'
