import type { Dialect } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj, timeMs } from '../../core/read.ts'
import { codexCommand } from './command.ts'
import { codexTitle } from './title.ts'
import { kindOf, kinds } from './translate.ts'

/** The Codex CLI's `exec --json`, old and new, and the lines of its `app-server`. */
export const codex: Dialect<'codex-json'> = {
  name: 'codex',
  protocols: [{ protocol: 'codex-json', interactive: false, owesEnding: true }],
  kinds,
  kindOf,
  timeOf,
  detects: (lines) => lines.some(isOwn),
  command: codexCommand,
  title: codexTitle,
  userTurnLine: () => null,
  interruptLine: () => null,
  answerLine: () => null,
}

/** Only the app-server says when: of a notification when it was sent, of a request when it was made. */
function timeOf(line: JsonObject): number | null {
  if (line.emittedAtMs !== undefined) return timeMs(line.emittedAtMs)
  return line.method === undefined ? null : timeMs(obj(line.params)?.startedAtMs)
}

const ITEM_LINES: ReadonlySet<unknown> = new Set(['item.started', 'item.updated', 'item.completed'])

/** Lines that no other harness prints. */
function isOwn(line: JsonObject): boolean {
  if (line.type === 'thread.started') return typeof line.thread_id === 'string'
  if (line.type === 'session.created') return typeof line.session_id === 'string'
  if (ITEM_LINES.has(line.type)) return typeof obj(line.item)?.id === 'string'
  if (typeof line.type === 'string' || 'jsonrpc' in line) return false
  if (typeof line.method === 'string') return typeof line.emittedAtMs === 'number'
  if ('msg' in line) return typeof line.id === 'string' && typeof obj(line.msg)?.type === 'string'
  return 'reasoning effort' in line || typeof obj(line.result)?.codexHome === 'string'
}

export type * from './wire.ts'
