import type { Dialect } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj, timeMs } from '../../core/read.ts'
import { piCommand } from './command.ts'
import { piTitle } from './title.ts'
import { kindOf, kinds } from './translate.ts'

/** pi's `--mode json`, and the lines of its `--mode rpc`. */
export const pi: Dialect<'pi-json'> = {
  name: 'pi',
  protocols: [{ protocol: 'pi-json', interactive: false, owesEnding: true }],
  kinds,
  kindOf,
  timeOf,
  detects: (lines) => lines.some(isOwn),
  command: piCommand,
  title: piTitle,
  userTurnLine: () => null,
  interruptLine: () => null,
  answerLine: () => null,
}

/** Only the first line and messages state a time: a message's is when it began. */
function timeOf(line: JsonObject): number | null {
  if (line.type === 'message_end') return timeMs(obj(line.message)?.timestamp)
  return line.type === 'session' ? timeMs(line.timestamp) : null
}

/** Lines that no other harness prints. */
function isOwn(line: JsonObject): boolean {
  switch (line.type) {
    case 'session':
      return typeof line.version === 'number' && typeof line.cwd === 'string' && typeof line.id === 'string'
    case 'message_start':
    case 'message_end':
      return isMessage(obj(line.message))
    case 'message_update':
      return obj(line.assistantMessageEvent) !== null
    case 'tool_execution_start':
      return typeof line.toolCallId === 'string' && typeof line.toolName === 'string'
    case 'response':
      return typeof line.command === 'string' && typeof line.success === 'boolean'
    default:
      return false
  }
}

/** The Messages API streams lines of the type `message_start` as well; its messages have no time. */
function isMessage(message: JsonObject | null): boolean {
  return typeof message?.role === 'string' && typeof message.timestamp === 'number'
}

export type * from './wire.ts'
