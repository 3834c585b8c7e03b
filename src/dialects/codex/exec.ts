import { messageEvent, noticeEvent, sessionEndedEvent, thinkingEvent } from '../../core/build.ts'
import { type KindRule, type LineReader, mapped, notice, redundant } from '../../core/dialect.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { obj, str, text } from '../../core/read.ts'
import { errorNotice, failedEnd } from './errors.ts'
import { endItem, startItem } from './exec-calls.ts'
import { ofPart, type PartReader } from './part.ts'
import { readTodoList } from './plan.ts'
import { startedSession } from './session.ts'
import { runningTotal } from './usage.ts'

/** Every kind of line of `codex exec`: `--json` from 0.98.0 on, and `--experimental-json` of 0.42.0. */
export const execKinds: Readonly<Record<string, KindRule>> = {
  'thread.started': mapped((line) => startedSession({ sessionId: text(line.thread_id) })),
  'session.created': mapped((line) => startedSession({ sessionId: text(line.session_id) })),
  'turn.started': redundant('says only that a turn begins'),
  'turn.completed': mapped(readTurnCompleted),
  'turn.failed': mapped((line, clip) => [failedEnd(obj(line.error)?.message, clip)]),
  error: notice((line, clip) => errorNotice(line, clip, str(line.message))),

  'item.completed/agent_message': mapped(ofItem(readMessage)),
  'item.completed/assistant_message': mapped(ofItem(readMessage)),
  'item.completed/reasoning': mapped(ofItem(readReasoning)),
  'item.completed/error': notice(ofItem(readWarning)),
  'item.started/todo_list': mapped(ofItem((item) => readTodoList(item.items))),
  'item.updated/todo_list': mapped(ofItem((item) => readTodoList(item.items))),
  'item.completed/todo_list': mapped(ofItem((item) => readTodoList(item.items))),

  'item.started/command_execution': mapped(ofItem(startItem)),
  'item.completed/command_execution': mapped(ofItem(endItem)),
  'item.started/file_change': mapped(ofItem(startItem)),
  'item.updated/file_change': mapped(ofItem(startItem)),
  'item.completed/file_change': mapped(ofItem(endItem)),
  'item.started/mcp_tool_call': mapped(ofItem(startItem)),
  'item.completed/mcp_tool_call': mapped(ofItem(endItem)),
  'item.started/collab_tool_call': mapped(ofItem(startItem)),
  'item.completed/collab_tool_call': mapped(ofItem(endItem)),
  'item.started/web_search': mapped(ofItem(startItem)),
  'item.completed/web_search': mapped(ofItem(endItem)),
}

function ofItem(read: PartReader): LineReader {
  return ofPart((line) => obj(line.item), read)
}

/** The usage is the thread's so far, whichever process it ran in. */
function readTurnCompleted(line: JsonObject, clip: number): NormalizedEvent[] {
  return [...runningTotal(line.usage, 'thread'), sessionEndedEvent('succeeded', null, null, clip)]
}

function readMessage(item: JsonObject, clip: number): NormalizedEvent[] {
  const said = str(item.text)
  return said === null ? [] : [messageEvent('assistant', said, clip)]
}

function readReasoning(item: JsonObject, clip: number): NormalizedEvent[] {
  const thought = str(item.text)
  return thought === null ? [] : [thinkingEvent(thought, clip)]
}

/** An item of type `error` is a warning in a run that goes on (0.125.0 to 0.171.0). */
function readWarning(item: JsonObject, clip: number, line: JsonObject): NormalizedEvent[] {
  const words = text(item.message)
  return words === null ? [] : noticeEvent(line, clip, 'warning', words)
}
