import { noticeEvent, requestEvent } from '../../core/build.ts'
import type { JsonObject, JsonValue, NormalizedEvent } from '../../core/events.ts'
import { arr, entryOf, num, obj, objects, text } from '../../core/read.ts'
import { said } from './calls.ts'

/** Decisions in words for a person, and of which kind they are. */
const DECISIONS: Readonly<Record<string, readonly [label: string, kind: string]>> = {
  accept: ['Allow', 'allow_once'],
  acceptForSession: ['Allow for this session', 'allow_always'],
  acceptWithExecpolicyAmendment: ['Allow such commands always', 'allow_always'],
  applyNetworkPolicyAmendment: ['Change the network rules', 'allow_always'],
  decline: ['Deny', 'reject_once'],
  cancel: ['Deny and stop', 'reject_once'],
}

/** What may be answered to a file change, and to a command of a server that lists nothing. */
const USUAL_DECISIONS: readonly string[] = ['accept', 'acceptForSession', 'decline', 'cancel']

/** The server asks whether a command may run. */
export function readCommandApproval(line: JsonObject, clip: number): NormalizedEvent[] {
  const params = obj(line.params)
  const command = params?.command ?? null
  const words = text(command) ?? arr(command).join(' ')
  const offered = Array.isArray(params?.availableDecisions) ? params.availableDecisions : USUAL_DECISIONS
  return openRequest(
    line,
    clip,
    'permission',
    `Permission needed: ${words || 'a command'}${because(params)}`,
    {
      callId: callIdOf(params),
      tool: 'command_execution',
      input: said({ command, cwd: params?.cwd }),
      options: offered.flatMap(optionOf),
    },
  )
}

/** The server asks whether files may be changed. */
export function readChangeApproval(line: JsonObject, clip: number): NormalizedEvent[] {
  const params = obj(line.params)
  return openRequest(line, clip, 'permission', `Permission needed: change files${because(params)}`, {
    callId: callIdOf(params),
    tool: 'file_change',
    input: said({ changes: params?.fileChanges, grantRoot: params?.grantRoot }),
    options: USUAL_DECISIONS.flatMap(optionOf),
  })
}

/** The agent asks for more rights than its sandbox gives; the answer is a set of rights, not one of some options. */
export function readPermissions(line: JsonObject, clip: number): NormalizedEvent[] {
  const params = obj(line.params)
  return openRequest(line, clip, 'permission', `Permission needed: more rights${because(params)}`, {
    callId: callIdOf(params),
    input: said({ permissions: params?.permissions, cwd: params?.cwd }),
  })
}

/** The agent puts questions. */
export function readQuestion(line: JsonObject, clip: number): NormalizedEvent[] {
  const params = obj(line.params)
  const questions = objects(params?.questions)
  const options = objects(questions[0]?.options).flatMap((option) => {
    const label = text(option.label)
    return label === null ? [] : [{ id: label, label, kind: null }]
  })
  return openRequest(
    line,
    clip,
    'question',
    `Question: ${text(questions[0]?.question) ?? 'the agent asks'}`,
    {
      callId: callIdOf(params),
      input: said({ questions }),
      ...(options.length > 0 ? { options } : {}),
    },
  )
}

/** An MCP server asks. */
export function readElicitation(line: JsonObject, clip: number): NormalizedEvent[] {
  const params = obj(line.params)
  const words = text(params?.message) ?? text(params?.title) ?? 'an MCP server asks'
  return openRequest(line, clip, 'question', `Question: ${words}`, {
    tool: text(params?.serverName),
    input: said({ schema: params?.requestedSchema, url: params?.url }),
  })
}

/** `serverRequest/resolved`: a request is no longer open. */
export function readResolved(line: JsonObject, clip: number): NormalizedEvent[] {
  const facts = { requestId: idText(obj(line.params)?.requestId), state: 'answered' }
  return noticeEvent(line, clip, 'permission', 'Request answered', facts)
}

function openRequest(
  line: JsonObject,
  clip: number,
  kind: 'permission' | 'question',
  words: string,
  facts: JsonObject,
): NormalizedEvent[] {
  return requestEvent(line, clip, kind, idText(line.id), words, facts)
}

/** A decision is a word, or an object with the word as its only key. */
function optionOf(decision: JsonValue): JsonObject[] {
  const id = text(decision) ?? Object.keys(obj(decision) ?? {})[0]
  if (id === undefined) return []
  const [label, kind] = entryOf(DECISIONS, id) ?? [id, null]
  return [{ id, label, kind }]
}

function because(params: JsonObject | null): string {
  const reason = text(params?.reason)
  return reason === null ? '' : ` (${reason})`
}

function callIdOf(params: JsonObject | null): string | null {
  return text(params?.itemId) ?? text(params?.callId)
}

/** JSON-RPC ids are numbers or strings; ours are strings. */
function idText(id: JsonValue | undefined): string | null {
  return text(id) ?? num(id)?.toString() ?? null
}
