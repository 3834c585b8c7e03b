import { mcpServersOf, messageEvent, sessionStartedEvent, titleEvents } from '../../core/build.ts'
import type { JsonObject, JsonValue, NormalizedEvent } from '../../core/events.ts'
import { contextWindowOf } from '../../core/models.ts'
import { str, strings, text } from '../../core/read.ts'

/**
 * `system/init`: printed again at the start of every turn. It states no window, so the model table gives one. The program's
 * version stands under a key of its own.
 */
export function readInit(
  line: JsonObject,
  harness: string = 'claude-code',
  version: JsonValue | undefined = line.claude_code_version,
): NormalizedEvent[] {
  const model = str(line.model)
  const facts = {
    model,
    contextWindow: contextWindowOf(model),
    cwd: str(line.cwd),
    sessionId: str(line.session_id),
    tools: Array.isArray(line.tools) ? strings(line.tools) : null,
    harnessVersion: text(version),
    mcpServers: mcpServersOf(line.mcp_servers),
  }
  return [sessionStartedEvent(harness, facts)]
}

/** `session_title_changed` (2.1.332): a name that a person or the host gave. */
export function readTitleChange(line: JsonObject): NormalizedEvent[] {
  return titleEvents(line.title, 'human')
}

/** `local_command_output`: what a local slash command printed. */
export function readCommandOutput(line: JsonObject, clip: number): NormalizedEvent[] {
  const output = text(line.content)
  return output === null ? [] : [messageEvent('system', output, clip)]
}
