import { afterEach, describe, expect, it } from 'vitest'
import { speechOf } from '../harnesses/harness.ts'
import { type Json, objectOf } from '../json.ts'
import { type Run, shell } from '../scenarios/language.ts'
import { CLIENTS, type Client } from './plain-clients.ts'
import { createScript } from './script.ts'
import { servedOf } from './served.ts'
import { type ModelServer, startModelServer } from './server.ts'

const USAGE = { input: 100, output: 60, reasoning: 20, cacheRead: 30, cacheCreation: 7 }

const TALK: Run = {
  prompt: 'x',
  answers: [
    {
      think: 'I think.\u2028So.',
      say: ['Hel', 'lo 🎉', '\u2028'],
      calls: [shell('ls', 'List'), shell('pwd', 'Where')],
      usage: USAGE,
    },
    { say: 'Bye.', usage: USAGE },
  ],
}

const REFUSED: Run = {
  prompt: 'x',
  answers: [{ status: 429, kind: 'rate_limit_error', message: 'Slow down.', retryAfterS: 2 }],
}

const CUT: Run = {
  prompt: 'x',
  answers: [{ say: ['a', 'b', 'c', 'd', 'e', 'f'], isCut: true }, { say: 'Whole.' }],
}

const open: ModelServer[] = []

afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function serve(run: Run, { harness }: Client): Promise<ModelServer> {
  const server = await startModelServer(createScript(run, speechOf(harness, harness.version)))
  open.push(server)
  return server
}

function ask(server: ModelServer, client: Client, streams: boolean, hasTools = true): Promise<Response> {
  return fetch(`http://127.0.0.1:${server.port}${client.path(streams)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(client.body(streams, hasTools)),
  })
}

/** Reads a stream as the plainest client would: events end at an empty line, data follows `data: `. */
function eventsOf(stream: string): Json[] {
  return stream
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => /^data: (.*)$/m.exec(event)?.[1] ?? '')
    .filter((data) => data !== '[DONE]')
    .map((data) => objectOf(JSON.parse(data)))
}

describe.each(Object.entries(CLIENTS))('the model server in the format %s', (name, client) => {
  const said = ['responses', 'anthropic'].includes(name) ? [100, 60, 30, 7] : [107, 60, 30, 0]
  const words = speechOf(client.harness, client.harness.version).words
  const tools = [...words(shell('ls', 'List')), ...words(shell('pwd', 'Where'))]
  const expected = {
    think: 'I think.\u2028So.',
    text: 'Hello 🎉\u2028',
    tools: tools.map(({ name, input }) => ({ name, input })),
    usage: said,
  }

  it('streams thought, text, calls and usage', async () => {
    const server = await serve(TALK, client)
    const response = await ask(server, client, true)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const stream = await response.text()
    expect(stream).not.toMatch(/[\u2028\u2029]/)
    expect(client.read(eventsOf(stream))).toEqual(expected)
  })

  it('answers in one piece', async () => {
    const server = await serve(TALK, client)
    const response = await ask(server, client, false)
    expect(client.readWhole(objectOf(await response.json()))).toEqual(expected)
  })

  it('answers with an error', async () => {
    const server = await serve(REFUSED, client)
    const response = await ask(server, client, true)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2'])
    expect(await response.json()).toMatchObject({ error: { message: 'Slow down.' } })
    expect(servedOf(server.exchanges)).toEqual({ texts: [], usage: [0, 0, 0, 0] })
  })

  it('cuts an answer, which then does not count as served', async () => {
    const server = await serve(CUT, client)
    await expect(ask(server, client, true).then((response) => response.text())).rejects.toThrow()
    const { text } = client.read(eventsOf(await (await ask(server, client, true)).text()))
    expect(text).toBe('Whole.')
    expect(servedOf(server.exchanges).texts).toEqual(['Whole.'])
    expect(server.exchanges.map(({ isWhole }) => isWhole)).toEqual([false, true])
  })

  it('counts what it served, answers besides the script apart', async () => {
    const server = await serve(TALK, client)
    for (const hasTools of [true, false, true]) await (await ask(server, client, true, hasTools)).text()
    const twice = said.map((tokens) => 2 * tokens)
    expect(servedOf(server.exchanges)).toEqual({ texts: ['Hello 🎉\u2028', 'Bye.'], usage: twice })
    expect(servedOf(server.exchanges, ['side'])).toEqual({ texts: ['Lab session'], usage: [90, 4, 0, 0] })
  })
})

describe('the model server', () => {
  it('lists models, counts tokens, and knows no other path', async () => {
    const server = await serve(TALK, CLIENTS.anthropic as Client)
    const base = `http://127.0.0.1:${server.port}`
    expect(objectOf(await (await fetch(`${base}/v1/models`)).json()).object).toBe('list')
    const counted = await fetch(`${base}/v1/messages/count_tokens`, { method: 'POST', body: '{}' })
    expect(await counted.json()).toEqual({ input_tokens: 1200 })
    expect((await fetch(`${base}/v1/else`)).status).toBe(404)
    expect(server.exchanges).toEqual([])
  })
})
