import { type Json, objectOf } from '../json.ts'
import type { Usage } from '../scenarios/language.ts'
import {
  endOf,
  type Frame,
  frame,
  piecesOf,
  requestOf,
  type Wire,
  type WireCall,
  type WireReply,
  wholeInput,
  withoutCacheCreation,
} from './wire.ts'

const FINISH_REASONS = { limit: 'length', calls: 'tool_calls', end: 'stop' }

/** OpenAI's Chat Completions API, with `reasoning_content` as other vendors have it. */
export const chat: Wire = {
  name: 'chat',
  asks: (path) => path.endsWith('/chat/completions'),

  read(_path, body) {
    const wantsJson = /json/.test(String(objectOf(body.response_format).type ?? ''))
    return requestOf(body, body.messages, wantsJson)
  },

  stream(reply) {
    const frames: Frame[] = []
    const base = { ...baseOf(reply), object: 'chat.completion.chunk' }
    const send = (delta: Json, finish_reason: string | null = null) =>
      frames.push(frame({ ...base, choices: [{ index: 0, delta, finish_reason }] }))
    send({ role: 'assistant', content: '' })
    for (const reasoning_content of piecesOf(reply.think ?? '')) send({ reasoning_content })
    for (const content of reply.say ?? []) send({ content })
    for (const [index, call] of reply.calls.entries()) {
      const whole = callOf(call)
      send({ tool_calls: [{ index, ...whole, function: { name: call.name, arguments: '' } }] })
      for (const piece of piecesOf(whole.function.arguments)) {
        send({ tool_calls: [{ index, function: { arguments: piece } }] })
      }
    }
    send({}, FINISH_REASONS[endOf(reply)])
    frames.push(frame({ ...base, choices: [], usage: usageOf(reply.usage) }), { data: '[DONE]' })
    return frames
  },

  whole(reply) {
    const message = {
      role: 'assistant',
      content: reply.say?.join('') ?? null,
      ...(reply.think === null ? {} : { reasoning_content: reply.think }),
      ...(reply.calls.length > 0 ? { tool_calls: reply.calls.map(callOf) } : {}),
    }
    const choice = { index: 0, message, finish_reason: FINISH_REASONS[endOf(reply)] }
    return { ...baseOf(reply), object: 'chat.completion', choices: [choice], usage: usageOf(reply.usage) }
  },

  failure: ({ kind, message, status }) => ({ error: { message, type: kind, code: status, param: null } }),

  said: withoutCacheCreation,
}

function baseOf({ serial, model }: WireReply): Json {
  return { id: `chatcmpl-lab${serial}`, created: 1796095200, model }
}

function callOf({ id, name, input }: WireCall) {
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  return { id, type: 'function', function: { name, arguments: text } }
}

function usageOf(usage: Usage): Json {
  const prompt = wholeInput(usage)
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  }
}
