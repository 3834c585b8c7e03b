import { claude } from '../harnesses/claude.ts'
import { codex } from '../harnesses/codex.ts'
import { gemini } from '../harnesses/gemini.ts'
import type { Harness } from '../harnesses/harness.ts'
import { qwen } from '../harnesses/qwen.ts'
import { type Json, listOf, objectOf } from '../json.ts'

/** A wire format as a client sees it: how it asks, and what it reads out of a stream and of a whole answer. */
export type Client = {
  harness: Harness
  path: (streams: boolean) => string
  body: (streams: boolean, hasTools: boolean) => Json
  read: (events: Json[]) => Read
  readWhole: (answer: Json) => Read
}

/** What a client reads out of an answer; `usage` input, output, cache read and cache creation, disjoint. */
export type Read = {
  think: string
  text: string
  tools: { name: unknown; input: unknown }[]
  usage: number[]
}

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

/** A plain client of each wire format, which knows the format from its documentation and not from our code. */
export const CLIENTS: Record<string, Client> = {
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
  },
}
