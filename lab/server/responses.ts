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
} from './wire.ts'

/** OpenAI's Responses API. */
export const responses: Wire = {
  name: 'responses',
  asks: (path) => path.endsWith('/responses'),

  read(_path, body) {
    const { input } = body
    const messages = typeof input === 'string' ? [{ role: 'user', content: input }] : input
    return requestOf(body, messages, /json/.test(JSON.stringify(objectOf(body.text).format ?? '')))
  },

  stream(reply) {
    const frames: Frame[] = []
    const send = (type: string, data: Json) =>
      frames.push(frame({ type, sequence_number: frames.length, ...data }, type))
    const started = { ...responseOf(reply), status: 'in_progress', output: [], usage: null }
    send('response.created', { response: started })
    for (const [output_index, item] of itemsOf(reply).entries()) {
      send('response.output_item.added', { output_index, item: emptied(item) })
      const place = { item_id: item.id, output_index }
      if (item.type === 'reasoning') sendThought(send, place, reply.think ?? '')
      else if (item.type === 'message') sendText(send, place, reply.say ?? [])
      else if (item.type === 'function_call') sendArguments(send, place, String(item.arguments))
      send('response.output_item.done', { output_index, item })
    }
    const end = endOf(reply) === 'limit' ? 'response.incomplete' : 'response.completed'
    send(end, { response: responseOf(reply) })
    return frames
  },

  whole: (reply) => responseOf(reply),

  failure: ({ kind, message }) => ({ error: { message, type: kind, code: null, param: null } }),

  said: (usage) => usage,
}

type Send = (type: string, data: Json) => void

function sendThought(send: Send, place: Json, text: string): void {
  const at = { ...place, summary_index: 0 }
  const part = { type: 'summary_text', text: '' }
  send('response.reasoning_summary_part.added', { ...at, part })
  for (const delta of piecesOf(text)) send('response.reasoning_summary_text.delta', { ...at, delta })
  send('response.reasoning_summary_text.done', { ...at, text })
  send('response.reasoning_summary_part.done', { ...at, part: { ...part, text } })
}

function sendText(send: Send, place: Json, pieces: readonly string[]): void {
  const at = { ...place, content_index: 0 }
  const part = { type: 'output_text', text: '', annotations: [] }
  const text = pieces.join('')
  send('response.content_part.added', { ...at, part })
  for (const delta of pieces) send('response.output_text.delta', { ...at, delta })
  send('response.output_text.done', { ...at, text })
  send('response.content_part.done', { ...at, part: { ...part, text } })
}

function sendArguments(send: Send, place: Json, text: string): void {
  for (const delta of piecesOf(text)) send('response.function_call_arguments.delta', { ...place, delta })
  send('response.function_call_arguments.done', { ...place, arguments: text })
}

function responseOf(reply: WireReply): Json {
  const end = endOf(reply)
  return {
    id: `resp_lab${reply.serial}`,
    object: 'response',
    created_at: 1796095200,
    model: reply.model,
    status: end === 'limit' ? 'incomplete' : 'completed',
    ...(end === 'limit' ? { incomplete_details: { reason: 'max_output_tokens' } } : {}),
    output: itemsOf(reply),
    usage: usageOf(reply.usage),
  }
}

function itemsOf({ serial, think, say, calls }: WireReply): Json[] {
  const items: Json[] = []
  if (think !== null) {
    const summary = [{ type: 'summary_text', text: think }]
    items.push({ type: 'reasoning', id: `rs_lab${serial}`, summary, encrypted_content: null })
  }
  if (say !== null) {
    const content = [{ type: 'output_text', text: say.join(''), annotations: [] }]
    items.push({ type: 'message', id: `msg_lab${serial}`, role: 'assistant', status: 'completed', content })
  }
  return [...items, ...calls.map(callItem)]
}

function callItem({ id, name, input, namespace }: WireCall): Json {
  const group = namespace === null ? {} : { namespace }
  const call = { call_id: id, name, status: 'completed', ...group }
  return typeof input === 'string'
    ? { type: 'custom_tool_call', id: `ctc_${id}`, ...call, input }
    : { type: 'function_call', id: `fc_${id}`, ...call, arguments: JSON.stringify(input) }
}

function emptied(item: Json): Json {
  const status = item.type === 'reasoning' ? {} : { status: 'in_progress' }
  const empty: Json = { summary: [], content: [], arguments: '', input: '' }
  const emptyParts = Object.keys(empty)
    .filter((key) => key in item)
    .map((key) => [key, empty[key]])
  return { ...item, ...status, ...Object.fromEntries(emptyParts) }
}

function usageOf(usage: Usage): Json {
  const input = wholeInput(usage)
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cacheRead, cache_write_tokens: usage.cacheCreation },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: input + usage.output,
  }
}
