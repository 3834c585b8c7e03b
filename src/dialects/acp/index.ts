import type { Dialect } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj, text } from '../../core/read.ts'
import { acpClient } from './client.ts'
import { answerLine } from './client-messages.ts'
import { acpCommand } from './command.ts'
import { kindOf, kinds } from './translate.ts'

/**
 * The Agent Client Protocol: what any agent prints that speaks it. Prompts and interruptions name the session, so a client
 * says them that knows it.
 */
export const acp: Dialect<'acp'> = {
  name: 'acp',
  protocols: [{ protocol: 'acp', interactive: true, owesEnding: true, takesImages: true }],
  kinds,
  kindOf,
  timeOf: () => null,
  detects: (lines) => lines.some(isOwn),
  command: acpCommand,
  title: null,
  userTurnLine: () => null,
  interruptLine: () => null,
  answerLine: (_protocol, request, answer) => answerLine(request, answer),
  client: acpClient,
}

/** Codex's app-server speaks JSON-RPC too, without the `jsonrpc` key (0.171.0). */
function isOwn(line: JsonObject): boolean {
  if (line.jsonrpc !== '2.0') return false
  const result = obj(line.result)
  if (result) return 'protocolVersion' in result && ('agentCapabilities' in result || 'agentInfo' in result)
  const params = obj(line.params)
  if (line.method === 'session/update') return text(obj(params?.update)?.sessionUpdate) !== null
  return line.method === 'session/request_permission'
}

export type * from './wire.ts'
