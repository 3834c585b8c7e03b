import type { Json } from '../json.ts'
import type { Usage } from '../scenarios/language.ts'
import { endOf, type Frame, frame, piecesOf, requestOf, type Wire, type WireReply } from './wire.ts'

/** Signs nothing: base64 of the shape of a thinking signature. */
const SIGNATURE = 'EqoBbGFiLXNpZ25hdHVyZS1vZi1ub3RoaW5n'

const STOP_REASONS = { limit: 'max_tokens', calls: 'tool_use', end: 'end_turn' }

/** The Messages API. */
export const anthropic: Wire = {
  name: 'anthropic',
  asks: (path) => path.endsWith('/messages'),

  read: (_path, body) => requestOf(body, body.messages, false),

  stream(reply) {
    const frames: Frame[] = []
    const send = (type: string, data: Json) => frames.push(frame({ type, ...data }, type))
    const usage = usageOf(reply.usage)
    const start = {
      ...messageOf(reply),
      content: [],
      stop_reason: null,
      usage: { ...usage, output_tokens: 1 },
    }
    send('message_start', { message: start })
    send('ping', {})
    for (const [index, block] of blocksOf(reply).entries()) {
      send('content_block_start', { index, content_block: emptied(block) })
      for (const delta of deltasOf(block, reply)) send('content_block_delta', { index, delta })
      send('content_block_stop', { index })
    }
    const delta = { stop_reason: STOP_REASONS[endOf(reply)], stop_sequence: null }
    send('message_delta', { delta, usage })
    send('message_stop', {})
    return frames
  },

  whole: (reply) => messageOf(reply),

  failure: ({ kind, message }) => ({ type: 'error', error: { type: kind, message } }),

  said: (usage) => usage,
}

function messageOf(reply: WireReply): Json {
  return {
    id: `msg_01Lab${String(reply.serial).padStart(19, '0')}`,
    type: 'message',
    role: 'assistant',
    model: reply.model,
    content: blocksOf(reply),
    stop_reason: STOP_REASONS[endOf(reply)],
    stop_sequence: null,
    usage: usageOf(reply.usage),
  }
}

function blocksOf({ think, say, calls }: WireReply): Json[] {
  const blocks: Json[] = []
  if (think !== null) blocks.push({ type: 'thinking', thinking: think, signature: SIGNATURE })
  if (say !== null) blocks.push({ type: 'text', text: say.join('') })
  for (const { id, name, input } of calls) blocks.push({ type: 'tool_use', id, name, input })
  return blocks
}

function emptied(block: Json): Json {
  if (block.type === 'text') return { type: 'text', text: '' }
  if (block.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' }
  return { ...block, input: {} }
}

function deltasOf(block: Json, reply: WireReply): Json[] {
  if (block.type === 'text') return (reply.say ?? []).map((text) => ({ type: 'text_delta', text }))
  if (block.type === 'thinking') {
    const thoughts = piecesOf(reply.think ?? '').map((thinking) => ({ type: 'thinking_delta', thinking }))
    return [...thoughts, { type: 'signature_delta', signature: SIGNATURE }]
  }
  const pieces = piecesOf(JSON.stringify(block.input))
  return pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json }))
}

function usageOf(usage: Usage): Json {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheCreation,
    cache_read_input_tokens: usage.cacheRead,
    cache_creation: { ephemeral_5m_input_tokens: usage.cacheCreation, ephemeral_1h_input_tokens: 0 },
    output_tokens: usage.output,
    service_tier: 'standard',
  }
}
