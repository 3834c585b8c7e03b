import type { Dialect } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj, timeMs } from '../../core/read.ts'
import { claudeCommand } from './command.ts'
import { answerLine } from './requests.ts'
import { titleProbe } from './title.ts'
import { kindOf, kinds } from './translate.ts'

/** Claude Code's `stream-json`, one shot (`claude-json`) and with stdin kept open (`claude-stream`). */
export const claude: Dialect<'claude-json' | 'claude-stream'> = {
  name: 'claude',
  protocols: [
    { protocol: 'claude-json', interactive: false, owesEnding: true },
    { protocol: 'claude-stream', interactive: true, owesEnding: true },
  ],
  kinds,
  kindOf,
  timeOf: (line) => ('timestamp' in line ? timeMs(line.timestamp) : null),
  detects: (lines) => lines.some(isOwn),
  command: claudeCommand,
  title: titleProbe,

  answerLine,

  userTurnLine(protocol: string, text: string): string | null {
    if (protocol !== 'claude-stream') return null
    const message = { role: 'user', content: [{ type: 'text', text }] }
    return `${JSON.stringify({ type: 'user', message, parent_tool_use_id: null, session_id: '' })}\n`
  },

  interruptLine(protocol: string, requestId: string): string | null {
    if (protocol !== 'claude-stream') return null
    const request = { subtype: 'interrupt' }
    return `${JSON.stringify({ type: 'control_request', request_id: requestId, request })}\n`
  },
}

/** Lines that no other harness prints: each version marks some with its own words. */
function isOwn(line: JsonObject): boolean {
  if (typeof line.session_id !== 'string') return false
  if (line.type === 'system') return line.subtype === 'init' ? 'permissionMode' in line : 'hook_event' in line
  if (line.type === 'assistant') return 'parent_tool_use_id' in line && obj(line.message) !== null
  return line.type === 'result' && typeof line.subtype === 'string' && 'total_cost_usd' in line
}

export type * from './wire.ts'
