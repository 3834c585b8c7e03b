import { messageEvent, stated } from '../../core/build.ts'
import type { JsonObject, JsonValue, NormalizedEvent } from '../../core/events.ts'
import { contextWindowOf } from '../../core/models.ts'
import { arr, objects, str, text } from '../../core/read.ts'
import { cleanTitle } from '../../core/title.ts'

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
  const servers = objects(line.mcp_servers).map((server) => ({
    name: str(server.name),
    status: str(server.status),
  }))
  return [
    {
      type: 'session.started',
      payload: {
        harness,
        model,
        contextWindow: contextWindowOf(model),
        cwd: str(line.cwd),
        sessionId: str(line.session_id),
        tools: Array.isArray(line.tools) ? arr(line.tools).filter((tool) => typeof tool === 'string') : null,
        ...stated({
          harnessVersion: text(version),
          mcpServers: servers.length > 0 ? servers : null,
        }),
      },
    },
  ]
}

/** `session_title_changed` (2.1.332): a name that a person or the host gave. */
export function readTitleChange(line: JsonObject): NormalizedEvent[] {
  const title = cleanTitle(line.title)
  return title === null ? [] : [{ type: 'session.title', payload: { title, origin: 'human' } }]
}

/** `local_command_output`: what a local slash command printed. */
export function readCommandOutput(line: JsonObject, clip: number): NormalizedEvent[] {
  const output = text(line.content)
  return output === null ? [] : [messageEvent('system', output, clip)]
}
