import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readRecording, readRecordings } from '../../../test/recordings.ts'
import type { JsonObject } from '../../core/events.ts'
import { obj, str } from '../../core/read.ts'
import { codex } from './index.ts'
import { kindOf, kinds } from './translate.ts'

/** Methods of notifications and requests in the types that `codex app-server generate-ts --experimental` of 0.171.0 writes. */
const METHODS =
  'error thread/started thread/status/changed thread/readState/changed thread/archived thread/deleted thread/unarchived thread/closed thread/reverted skills/changed thread/name/updated thread/section/changed thread/attachment/updated thread/goal/updated thread/prediction/updated thread/goal/cleared thread/queue/changed project/changed thread/project/updated thread/environment/connected thread/environment/disconnected thread/settings/updated thread/tokenUsage/updated turn/started hook/started turn/completed hook/completed turn/diff/updated turn/plan/updated item/started item/autoApprovalReview/started item/autoApprovalReview/completed autoApprovalReview/strictReviewRequired item/completed rawResponseItem/completed rawResponse/completed item/agentMessage/delta item/plan/delta command/exec/outputDelta process/outputDelta thread/search/partial process/exited item/commandExecution/outputDelta item/commandExecution/terminalInteraction item/fileChange/outputDelta item/fileChange/patchUpdated serverRequest/resolved item/mcpToolCall/progress mcpServer/oauthLogin/completed mcpServer/startupStatus/updated mcpServer/event/stream/notification account/updated account/gatewayOAuth/changed account/rateLimits/updated app/list/updated remoteControl/status/changed externalAgentConfig/import/progress externalAgentConfig/import/completed fs/changed item/reasoning/summaryTextDelta item/reasoning/summaryPartAdded item/reasoning/textDelta thread/compacted model/rerouted model/verification modelProvider/authRecoveryStarted modelProvider/authRecoveryCompleted turn/moderationMetadata model/safetyBuffering/updated warning guardianWarning deprecationNotice configWarning fuzzyFileSearch/sessionUpdated fuzzyFileSearch/sessionCompleted thread/realtime/started thread/realtime/itemAdded thread/realtime/item/started thread/realtime/item/transcript/delta thread/realtime/item/completed thread/realtime/transcript/delta thread/realtime/transcript/done thread/realtime/outputAudio/delta thread/realtime/sdp thread/realtime/error thread/realtime/closed windows/worldWritableWarning windowsSandbox/setupCompleted account/login/completed item/commandExecution/requestApproval item/fileChange/requestApproval item/tool/requestUserInput mcpServer/elicitation/request item/permissions/requestApproval item/tool/call account/chatgptAuthTokens/refresh attestation/generate applyPatchApproval execCommandApproval '
/** Its types of items. */
const ITEMS =
  'userMessage hookPrompt agentMessage functionCallOutput plan reasoning commandExecution fileChange mcpToolCall dynamicToolCall collabAgentToolCall subAgentActivity webSearch imageView sleep imageGeneration enteredReviewMode exitedReviewMode contextCompaction '

function linesOf(version: string, scenario: string): JsonObject[] {
  return readRecording('codex', version, scenario).lines.map((line) => JSON.parse(line))
}

function ofKind(lines: readonly JsonObject[], kind: string): JsonObject[] {
  return lines.filter((line) => kindOf(line) === kind)
}

const paramsOf = (line: JsonObject): JsonObject => obj(line.params) ?? {}
const itemOf = (line: JsonObject): JsonObject => obj(paramsOf(line).item) ?? {}
const SERVER = readRecordings('codex')
  .filter(({ scenario }) => scenario.startsWith('app-server'))
  .map(({ scenario, lines }) => ({ scenario, lines: lines.map((line): JsonObject => JSON.parse(line)) }))

describe('the kinds of Codex', () => {
  it('hold every method and item that the app-server publishes', () => {
    const named = new Set(
      Object.keys(kinds).flatMap((kind) => [kind, kind.replace(/\/(?:child|empty)$/, '')]),
    )
    const methods = METHODS.trim()
      .split(' ')
      .filter((name) => !/^item\/(?:started|completed)$|^error$/.test(name))
    expect(methods).toHaveLength(96)
    expect(methods.filter((name) => !named.has(name))).toEqual([])
    const items = ITEMS.trim().split(' ')
    const parts = items.flatMap((type) => [`item/started/${type}`, `item/completed/${type}`])
    expect(parts.filter((name) => !named.has(name))).toEqual([])
  })

  it('are told apart where a method alone says too little', () => {
    expect(kindOf({ type: 'error', message: 'x' })).toBe('error')
    expect(kindOf({ method: 'error', params: {} })).toBe('server/error')
    expect(kindOf({ type: 'item.completed', item: { item_type: 'reasoning' } })).toBe(
      'item.completed/reasoning',
    )
    expect(kindOf({ type: 'item.completed' })).toBe('item.completed/null')
    expect(kindOf({ id: 1, result: {} })).toBe('response/empty')
    expect(kindOf({ id: 1, result: { thread: {} } })).toBe('response')
    expect(kindOf({ id: 1, result: null })).toBe('response')
    expect(kindOf({ id: 1, error: { message: 'x' } })).toBe('response/error')
    expect(kindOf({ other: true })).toBeNull()
  })

  it('are of no other harness: not one recording of another is taken for Codex', () => {
    const others = readdirSync(new URL('../../../fixtures/recordings/', import.meta.url)).filter(
      (name) => name !== 'codex',
    )
    expect(others.length).toBeGreaterThan(8)
    const taken = others.flatMap((harness) =>
      readRecordings(harness).flatMap(({ version, scenario, lines }) =>
        codex.detects(lines.flatMap(parseObject)) ? [`${harness} ${version} ${scenario}`] : [],
      ),
    )
    expect(taken).toEqual([])
  })

  it('are known by the first line of each way to print: no line of another kind is needed', () => {
    const first = (version: string, scenario: string) => linesOf(version, scenario).slice(0, 1)
    expect(codex.detects(first('0.171.0', 'plain'))).toBe(true)
    expect(codex.detects(first('0.171.0', 'app-server-basic'))).toBe(true)
    expect(codex.detects(first('0.42.0', 'legacy-042'))).toBe(true)
    expect(codex.detects(first('0.42.0', 'experimental-042'))).toBe(true)
    expect(
      codex.detects([
        { jsonrpc: '2.0', method: 'x', emittedAtMs: 1 },
        { type: 'error', message: 'x' },
      ]),
    ).toBe(false)
  })

  it('say when, where they do', () => {
    const at = (line: JsonObject) => codex.timeOf(line)
    expect(at({ method: 'turn/started', params: {}, emittedAtMs: 1_796_096_002_403 })).toBe(1_796_096_002_403)
    const request = linesOf('0.171.0', 'app-server-approval').find(
      (line) => line.method && line.id !== undefined,
    )
    expect(at(request ?? {})).toBe(paramsOf(request ?? {}).startedAtMs)
    expect(at({ type: 'turn.started' })).toBeNull()
  })
})

describe('redundant kinds: what they say is found in other lines, or nowhere worth finding', () => {
  it('turn.started, the end of a section and an acknowledgement say only what they are', () => {
    expect(ofKind(linesOf('0.171.0', 'plain'), 'turn.started')).toEqual([{ type: 'turn.started' }])
    const breaks = ofKind(linesOf('0.42.0', 'legacy-042'), 'msg/agent_reasoning_section_break')
    expect(breaks.map((line) => line.msg)).toEqual([{ type: 'agent_reasoning_section_break' }])
    for (const { lines } of SERVER)
      for (const line of ofKind(lines, 'response/empty')) expect(line.result).toEqual({})
  })

  it('counts and limits without any', () => {
    const [empty] = ofKind(linesOf('0.42.0', 'legacy-042'), 'msg/token_count/empty')
    expect(empty?.msg).toEqual({
      type: 'token_count',
      info: null,
      rate_limits: { primary: null, secondary: null },
    })
    expect(kindOf({ id: '0', msg: { type: 'token_count', info: null, rate_limits: { primary: {} } } })).toBe(
      'msg/token_count/limits',
    )
    for (const { lines } of SERVER) {
      for (const line of ofKind(lines, 'account/rateLimits/updated/empty')) {
        const { limitId: _id, ...limits } = obj(paramsOf(line).rateLimits) ?? {}
        expect(new Set(Object.values(limits))).toEqual(new Set([null]))
      }
    }
  })

  it('the pieces of a command’s output are its output (0.42.0)', () => {
    const lines = linesOf('0.42.0', 'legacy-042').map((line) => obj(line.msg) ?? {})
    const pieces = lines.filter((msg) => msg.type === 'exec_command_output_delta')
    const whole = lines.find((msg) => msg.type === 'exec_command_end')
    expect(pieces.map((msg) => Buffer.from(str(msg.chunk) ?? '', 'base64').toString()).join('')).toBe(
      whole?.aggregated_output,
    )
  })

  it('the fragments of messages and thoughts are the completed items', () => {
    let joined = 0
    for (const { scenario, lines } of SERVER) {
      const pieces = new Map<string, string>()
      for (const line of lines) {
        const { itemId, delta } = paramsOf(line)
        if (typeof itemId === 'string' && typeof delta === 'string')
          pieces.set(itemId, (pieces.get(itemId) ?? '') + delta)
      }
      for (const [itemId, text] of pieces) {
        const item = lines.map(itemOf).findLast(({ id }) => id === itemId)
        const summary = Array.isArray(item?.summary) ? item.summary.join('\n') : null
        expect(item?.text ?? summary, `${scenario} ${itemId}`).toBe(text)
        joined++
      }
    }
    expect(joined).toBeGreaterThan(5)
  })

  it('an item that says all when it is complete repeats what it said when it started', () => {
    let compared = 0
    for (const { scenario, lines } of SERVER) {
      for (const line of lines) {
        if (line.method !== 'item/started' || kinds[kindOf(line) ?? '']?.as !== 'redundant') continue
        const started = itemOf(line)
        const completed = lines.map(itemOf).findLast(({ id }) => id === started.id) ?? {}
        for (const [key, value] of Object.entries(started)) {
          if (value === '' || value === null || JSON.stringify(value) === '[]') continue
          expect(completed[key], `${scenario} ${key}`).toEqual(value)
        }
        compared++
      }
    }
    expect(compared).toBeGreaterThan(15)
  })

  it('a turn that starts, and the answer that it will, are the turn that is complete', () => {
    for (const { scenario, lines } of SERVER) {
      const turns = [...ofKind(lines, 'turn/completed'), ...ofKind(lines, 'turn/completed/child')]
      const ended = new Map(turns.map((line) => [obj(paramsOf(line).turn)?.id, obj(paramsOf(line).turn)]))
      const started = ofKind(lines, 'turn/started').map((line) => obj(paramsOf(line).turn))
      const answered = ofKind(lines, 'response/turn').map((line) => obj(obj(line.result)?.turn))
      expect(started.length, scenario).toBe(ended.size)
      for (const turn of started) expect(ended.get(turn?.id)?.startedAt).toBe(turn?.startedAt)
      for (const turn of answered) expect(ended.has(turn?.id)).toBe(true)
    }
  })

  it('a thread is active when its turns begin, and says besides only what requests say', () => {
    for (const { scenario, lines } of SERVER) {
      const active = ofKind(lines, 'thread/status/changed')
        .map((line) => obj(paramsOf(line).status))
        .filter((status) => status?.type === 'active')
      const flags = active
        .map((status) => JSON.stringify(status?.activeFlags))
        .filter((list) => list !== '[]')
      const asked = lines.filter((line) => String(line.method).endsWith('requestApproval'))
      expect(flags, scenario).toEqual(asked.map(() => '["waitingOnApproval"]'))
      // It says once more that it is active when a request is answered.
      expect(active.length - 2 * flags.length, scenario).toBe(ofKind(lines, 'turn/started').length)
    }
  })
})

function parseObject(line: string): JsonObject[] {
  try {
    return [obj(JSON.parse(line))].filter((value) => value !== null)
  } catch {
    return []
  }
}
