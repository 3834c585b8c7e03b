import { backgroundEvent, toolCallEvent, toolResultEvent } from '../../core/build.ts'
import type { FileReference, JsonObject, NormalizedEvent } from '../../core/events.ts'
import { describeFile, inlineFile } from '../../core/inline-file.ts'
import { bool, num, obj, objects, str, text, unlessEmpty } from '../../core/read.ts'
import { mcpToolName } from '../../core/tool-kind.ts'

/** How the CLI says that a command goes on in the background (1.0.102). */
const STARTED_IN_BACKGROUND = /^<command started in background with shellId: (\S+)>/

/** `tool.execution_start`. */
export function readCall(line: JsonObject, clip: number): NormalizedEvent[] {
  const data = obj(line.data)
  const name = mcpToolName(text(data?.mcpServerName), text(data?.mcpToolName)) ?? text(data?.toolName)
  const extra = { parentCallId: text(data?.parentToolCallId) }
  return [toolCallEvent(text(data?.toolCallId), name, data?.arguments, clip, extra)]
}

/** `tool.execution_complete`. A command that fails is a success for the CLI: its exit code is apart. */
export function readCallEnd(line: JsonObject, clip: number): NormalizedEvent[] {
  const data = obj(line.data)
  const result = obj(data?.result)
  const callId = text(data?.toolCallId)
  const success = bool(data?.success)
  const files = objects(result?.contents).flatMap(fileOf)
  const said = str(result?.content) ?? str(obj(data?.error)?.message)
  const event = toolResultEvent(
    callId,
    success === null ? null : !success,
    said || files.map(describeFile).join('\n') || said,
    clip,
    {
      parentCallId: text(data?.parentToolCallId),
      exitCode: num(obj(data?.shellExecution)?.exitCode),
      files: unlessEmpty(files),
    },
  )
  const shell = STARTED_IN_BACKGROUND.exec(said ?? '')?.[1]
  if (shell === undefined) return [event]
  const task = { taskId: shell, kind: 'shell', description: null }
  return [event, backgroundEvent(task, 'running', callId)]
}

function fileOf(block: JsonObject): FileReference[] {
  const file = inlineFile(block.data, text(block.mimeType))
  return file ? [file] : []
}
