import { messageEvent, noticeEvent, thinkingEvent } from '../../core/build.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { obj, str } from '../../core/read.ts'

/** `text`: the assistant's words, or a user message that the harness wrote itself. */
export function readText(line: JsonObject, clip: number): NormalizedEvent[] {
  const part = obj(line.part)
  const said = str(part?.text)
  if (part === null || said === null) return []
  if (part.synthetic !== true) return [messageEvent('assistant', said, clip)]
  return [...readCompaction(part, clip), messageEvent('user', said, clip, { origin: 'injected' })]
}

/** `reasoning`. */
export function readReasoning(line: JsonObject, clip: number): NormalizedEvent[] {
  const said = str(obj(line.part)?.text)
  return said === null ? [] : [thinkingEvent(said, clip)]
}

/** The message by which opencode goes on after a compaction is the only one that says that there was one (1.18.33). */
function readCompaction(part: JsonObject, clip: number): NormalizedEvent[] {
  const metadata = obj(part.metadata)
  if (metadata?.compaction_continue !== true) return []
  return noticeEvent(metadata, clip, 'compaction', 'Context compacted')
}
