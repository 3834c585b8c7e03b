import { afterEach, describe, expect, it } from 'vitest'
import { claude } from '../harnesses/claude.ts'
import { codex } from '../harnesses/codex.ts'
import { gemini } from '../harnesses/gemini.ts'
import { type Harness, speechOf } from '../harnesses/harness.ts'
import { qwen } from '../harnesses/qwen.ts'
import { type Json, listOf, objectOf } from '../json.ts'
import { type Run, shell } from '../scenarios/language.ts'
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

/** A wire format as a client sees it: how it asks, and what it reads out of a stream and of a whole answer. */
type Client = {
  harness: Harness
  path: (streams: boolean) => string
  body: (streams: boolean, hasTools: boolean) => Json
  read: (events: Json[]) => Read
  readWhole: (answer: Json) => Read
  errorOf: (answer: Json) => unknown
}

type Read = { think: string; text: string; tools: { name: unknown; input: unknown }[]; usage: number[] }

const join = (values: unknown[]) => values.filter((value) => typeof value === 'string').join('')
const inputOf = (text: unknown) => JSON.parse(String(text)) as unknown

const anthropicUsage = (usage: Json) =>
  [
    usage.input_tokens,
    usage.output_tokens,
    usage.cache_read_input_tokens,
    usage.cache_creation_input_tokens,
  ].map(Number)

const responsesRead = (response: Json): Read => {
  const items = listOf(response.output).map(objectOf)
  const partsOf = (type: string, key: string) =>
    items
      .filter((item) => item.type === type)
      .flatMap((item) => listOf(item[key]))
      .map((part) => objectOf(part).text)
  const usage = objectOf(response.usage)
  const { cached_tokens: cached, cache_write_tokens: written } = objectOf(usage.input_tokens_details)
  return {
    think: join(partsOf('reasoning', 'summary')),
    text: join(partsOf('message', 'content')),
    tools: items
      .filter((item) => item.type === 'function_call')
      .map(({ name, arguments: text }) => ({ name, input: inputOf(text) })),
    usage: [
      Number(usage.input_tokens) - Number(cached) - Number(written),
      Number(usage.output_tokens),
      Number(cached),
      Number(written),
    ],
  }
}

const chatUsage = (usage: Json) => {
  const cached = Number(objectOf(usage.prompt_tokens_details).cached_tokens)
  return [Number(usage.prompt_tokens) - cached, Number(usage.completion_tokens), cached, 0]
}

const geminiRead = (chunks: Json[]): Read => {
  const parts = chunks
    .flatMap((chunk) => listOf(chunk.candidates))
    .flatMap((candidate) => listOf(objectOf(objectOf(candidate).content).parts))
    .map(objectOf)
  const usage = objectOf(chunks.at(-1)?.usageMetadata)
  const cached = Number(usage.cachedContentTokenCount)
  const output = Number(usage.candidatesTokenCount) + Number(usage.thoughtsTokenCount)
  return {
    think: join(parts.filter((part) => part.thought === true).map((part) => part.text)),
    text: join(parts.filter((part) => part.thought !== true).map((part) => part.text)),
    tools: parts
      .map((part) => objectOf(part.functionCall))
      .filter((call) => call.name !== undefined)
      .map(({ name, args }) => ({ name, input: args })),
    usage: [Number(usage.promptTokenCount) - cached, output, cached, 0],
  }
}

const CLIENTS: Record<string, Client> = {
  anthropic: {
    harness: claude,
    path: () => '/v1/messages?beta=true',
    body: (stream, hasTools) => ({
      model: 'm',
      stream,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
      ...(hasTools ? { tools: [{ name: 'Bash' }] } : {}),
    }),
    read(events) {
      const deltas = events.map(({ index, delta }) => ({ index, ...objectOf(delta) }) as Json)
      const starts = events.filter(({ type }) => type === 'content_block_start')
      return {
        think: join(deltas.map(({ thinking }) => thinking)),
        text: join(deltas.map(({ text }) => text)),
        tools: starts
          .map(({ index, content_block }) => ({ index, ...objectOf(content_block) }) as Json)
          .filter(({ type }) => type === 'tool_use')
          .map(({ index, name }) => {
            const own = deltas.filter((delta) => delta.index === index)
            return { name, input: inputOf(join(own.map(({ partial_json }) => partial_json))) }
          }),
        usage: anthropicUsage(objectOf(events.findLast(({ type }) => type === 'message_delta')?.usage)),
      }
    },
    readWhole(answer) {
      const blocks = listOf(answer.content).map(objectOf)
      return {
        think: join(blocks.map(({ thinking }) => thinking)),
        text: join(blocks.map(({ text }) => text)),
        tools: blocks.filter(({ type }) => type === 'tool_use').map(({ name, input }) => ({ name, input })),
        usage: anthropicUsage(objectOf(answer.usage)),
      }
    },
    errorOf: ({ error }) => objectOf(error),
  },
  responses: {
    harness: codex,
    path: () => '/v1/responses',
    body: (stream, hasTools) => ({
      model: 'm',
      stream,
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'hi' }] }],
      ...(hasTools ? { tools: [{ type: 'function', name: 'exec_command' }] } : {}),
    }),
    read(events) {
      const end = responsesRead(objectOf(events.at(-1)?.response))
      const delta = (type: string) => join(events.filter((one) => one.type === type).map((one) => one.delta))
      return {
        ...end,
        think: delta('response.reasoning_summary_text.delta'),
        text: delta('response.output_text.delta'),
      }
    },
    readWhole: responsesRead,
    errorOf: ({ error }) => objectOf(error),
  },
  chat: {
    harness: qwen,
    path: () => '/v1/chat/completions',
    body: (stream, hasTools) => ({
      model: 'm',
      stream,
      messages: [{ role: 'user', content: 'hi' }],
      ...(hasTools ? { tools: [{ type: 'function', function: { name: 'run_shell_command' } }] } : {}),
    }),
    read(events) {
      const deltas = events
        .flatMap(({ choices }) => listOf(choices))
        .map((choice) => objectOf(objectOf(choice).delta))
      const pieces = deltas.flatMap(({ tool_calls }) => listOf(tool_calls)).map(objectOf)
      const called = pieces.filter(({ id }) => id !== undefined)
      return {
        think: join(deltas.map(({ reasoning_content }) => reasoning_content)),
        text: join(deltas.map(({ content }) => content)),
        tools: called.map(({ index, function: call }) => {
          const own = pieces.filter((piece) => piece.index === index)
          const text = join(own.map((piece) => objectOf(piece.function).arguments))
          return { name: objectOf(call).name, input: inputOf(text) }
        }),
        usage: chatUsage(objectOf(events.at(-1)?.usage)),
      }
    },
    readWhole(answer) {
      const message = objectOf(objectOf(listOf(answer.choices)[0]).message)
      return {
        think: String(message.reasoning_content),
        text: String(message.content),
        tools: listOf(message.tool_calls)
          .map((call) => objectOf(objectOf(call).function))
          .map(({ name, arguments: text }) => ({ name, input: inputOf(text) })),
        usage: chatUsage(objectOf(answer.usage)),
      }
    },
    errorOf: ({ error }) => objectOf(error),
  },
  gemini: {
    harness: gemini,
    path: (streams) => `/v1beta/models/m:${streams ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: (_streams, hasTools) => ({
      contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
      ...(hasTools ? { tools: [{ functionDeclarations: [{ name: 'run_shell_command' }] }] } : {}),
    }),
    read: geminiRead,
    readWhole: (answer) => geminiRead([answer]),
    errorOf: ({ error }) => objectOf(error),
  },
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
    expect(client.errorOf(objectOf(await response.json()))).toMatchObject({ message: 'Slow down.' })
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
