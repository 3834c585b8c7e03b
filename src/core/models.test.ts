import { expect, it } from 'vitest'
import { contextWindowOf, resolveContextWindow } from './models.ts'

it.each([
  ['claude-sonnet-5', 1_000_000],
  ['claude-opus-5-20260101', 1_000_000],
  ['claude-sonnet-4-5[1m]', 1_000_000],
  ['claude-haiku-4-5-20251001', 200_000],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 200_000],
  ['anthropic/claude-sonnet-4-5', 200_000],
  ['bedrock/global.anthropic.claude-opus-5-v1:0', 1_000_000],
  ['claude-sonnet-4-5@20250929', 200_000],
  ['Claude-Opus-4-1', 200_000],
  ['claude-haiku-5-5', 1_000_000],
  ['openai/gpt-5:extended', 400_000],
  ['gpt-5-2025-08-07', 400_000],
  ['acme-coder-9', null],
  ['my-claude-sonnet-5', null],
  ['', null],
  [null, null],
])('the window of %s is %s', (model, window) => expect(contextWindowOf(model)).toBe(window))

it('asks the Models API when there is a credential, and falls back to the table', async () => {
  const asked: string[] = []
  const answer =
    (status: number, body: string): typeof globalThis.fetch =>
    async (url, init) => {
      asked.push(`${url} ${new Headers(init?.headers).get('x-api-key')}`)
      return new Response(body, { status })
    }
  const key = { apiKey: 'sk-test' }
  const api = answer(200, '{"max_input_tokens":300000}')
  expect(await resolveContextWindow('claude-sonnet-5', key, { fetch: api })).toBe(300_000)
  expect(asked).toEqual(['https://api.anthropic.com/v1/models/claude-sonnet-5 sk-test'])
  expect(await resolveContextWindow('claude-sonnet-5', key, { fetch: answer(404, '{}') })).toBe(1_000_000)
  expect(await resolveContextWindow('claude-sonnet-5', key, { fetch: answer(200, 'no json') })).toBe(
    1_000_000,
  )
  expect(
    await resolveContextWindow('acme-9', key, { fetch: () => Promise.reject(new Error('offline')) }),
  ).toBeNull()
  expect(await resolveContextWindow('claude-sonnet-5', null)).toBe(1_000_000)
})

it('asks for the bare name, gives up on a signal, and asks nothing where the name says the window', async () => {
  const asked: string[] = []
  const api: typeof globalThis.fetch = async (url, init) => {
    asked.push(`${url} ${new Headers(init?.headers).get('authorization')}`)
    init?.signal?.throwIfAborted()
    return new Response('{"max_input_tokens":400000}')
  }
  const token = { authToken: 'secret' }
  expect(await resolveContextWindow('us.anthropic.claude-opus-5-v1:0', token, { fetch: api })).toBe(400_000)
  expect(asked).toEqual(['https://api.anthropic.com/v1/models/claude-opus-5 Bearer secret'])
  const signal = AbortSignal.abort()
  expect(await resolveContextWindow('claude-opus-5', token, { fetch: api, signal })).toBe(1_000_000)
  expect(await resolveContextWindow('claude-sonnet-4-5[1m]', token, { fetch: api })).toBe(1_000_000)
  expect(asked).toHaveLength(2)
})
