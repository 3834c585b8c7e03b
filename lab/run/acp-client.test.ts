import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Launch } from '../harnesses/harness.ts'
import { type Json, objectOf, parseJson } from '../json.ts'
import { type AcpTask, driveAcp } from './acp-client.ts'

const LAUNCH: Launch = { version: '1', prompt: 'Say hello.', resumes: null, isDenied: false, uses: new Set() }

/** Drives an agent that answers from a function; gives back what the client wrote. */
async function drive(task: Partial<AcpTask>, answer: (message: Json) => Json[]): Promise<Json[]> {
  const stdout = new PassThrough()
  const stdin = new PassThrough()
  stdin.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().trim().split('\n')) {
      for (const reply of answer(objectOf(parseJson(line)))) stdout.write(`${JSON.stringify(reply)}\n`)
    }
  })
  const lines = await driveAcp(stdout, stdin, {
    launch: LAUNCH,
    authentication: null,
    cancelWhen: null,
    ...task,
  })
  return lines.map((line) => objectOf(parseJson(line)))
}

const result = ({ id, method }: Json): Json => ({
  id,
  result: method === 'session/new' ? { sessionId: 's1' } : { stopReason: 'end_turn' },
})

describe('the ACP client', () => {
  it('opens a session and prompts once', async () => {
    const sent = await drive({ authentication: 'api-key' }, (message) => [result(message)])
    expect(sent.map(({ method }) => method)).toEqual([
      'initialize',
      'authenticate',
      'session/new',
      'session/prompt',
    ])
    expect(sent[3]?.params).toEqual({ sessionId: 's1', prompt: [{ type: 'text', text: 'Say hello.' }] })
  })

  it('goes on with a session, and brings the MCP server where it is used', async () => {
    const launch = { ...LAUNCH, resumes: 'old', uses: new Set(['mcp' as const]) }
    const sent = await drive({ launch }, (message) => [result(message)])
    expect(sent[1]).toMatchObject({ method: 'session/load', params: { sessionId: 'old' } })
    expect(JSON.stringify(sent[1])).toContain('mcp-server.mjs')
    expect(sent[2]?.params).toMatchObject({ sessionId: 'old' })
  })

  it('allows once what it is asked for, and knows nothing else', async () => {
    const options = [
      { optionId: 'always', kind: 'allow_always' },
      { optionId: 'once', kind: 'allow_once' },
    ]
    const sent = await drive({}, (message) => {
      if (message.method !== 'session/prompt') return message.method ? [result(message)] : []
      return [
        { id: 90, method: 'session/request_permission', params: { options } },
        { id: 91, method: 'fs/read_text_file', params: {} },
        result(message),
      ]
    })
    expect(sent.find(({ id }) => id === 90)?.result).toEqual({
      outcome: { outcome: 'selected', optionId: 'once' },
    })
    expect(sent.find(({ id }) => id === 91)?.error).toMatchObject({ code: -32601 })
  })

  it('refuses once where nothing is allowed', async () => {
    const options = ['allow_once', 'reject_always', 'reject_once'].map((kind) => ({ optionId: kind, kind }))
    const sent = await drive({ launch: { ...LAUNCH, isDenied: true } }, (message) => {
      if (message.method !== 'session/prompt') return message.method ? [result(message)] : []
      return [{ id: 90, method: 'session/request_permission', params: { options } }, result(message)]
    })
    expect(sent.find(({ id }) => id === 90)?.result).toEqual({
      outcome: { outcome: 'selected', optionId: 'reject_once' },
    })
  })

  it('cancels the turn when told to', async () => {
    let prompt: Json | null = null
    let cancel = () => {}
    const cancelWhen = new Promise<void>((resolve) => {
      cancel = resolve
    })
    const sent = await drive({ cancelWhen }, (message) => {
      if (message.method === 'session/prompt') {
        prompt = message
        cancel()
        return []
      }
      return [result(message.method === 'session/cancel' && prompt ? prompt : message)]
    })
    expect(sent.at(-1)).toEqual({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's1' } })
  })

  it('stops where there is no session', async () => {
    const sent = await drive({}, ({ id }) => [{ id, error: { code: -32000, message: 'no' } }])
    expect(sent.map(({ method }) => method)).toEqual(['initialize', 'session/new'])
  })
})
