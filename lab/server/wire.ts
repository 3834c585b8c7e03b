import { type Json, listOf, objectOf, textOf } from '../json.ts'
import type { Failure, Usage } from '../scenarios/language.ts'

/** The wire formats that the server speaks. */
export type WireName = 'anthropic' | 'responses' | 'chat' | 'gemini'

/** A call in the words of one harness, as the model would write it. */
export type WireCall = {
  id: string
  name: string
  /** An object, or the raw text of a free-form tool. */
  input: Json | string
  /** The group that the tool is in, where the wire format has groups (Responses). */
  namespace: string | null
}

/** An answer with nothing left to decide. */
export type WireReply = {
  /** Makes the ids of this answer unlike those of others. */
  serial: number
  model: string
  think: string | null
  /** One text in pieces; null: no text. */
  say: readonly string[] | null
  calls: readonly WireCall[]
  usage: Usage
  stop: 'end' | 'limit'
}

/** What the server needs to know of a request for an answer. */
export type ModelRequest = {
  model: string
  streams: boolean
  hasTools: boolean
  wantsJson: boolean
  /** The texts of the user's messages. */
  userTexts: readonly string[]
}

/** One server-sent event. */
export type Frame = { event?: string; data: string }

/** A wire format: how a request is read, and how an answer is written. Pure: no sockets. */
export type Wire = {
  name: WireName
  /** Whether requests to a path ask for an answer in this format. */
  asks(path: string): boolean
  /** The request of a path and a body. */
  read(path: string, body: Json): ModelRequest
  /** The answer as a stream. */
  stream(reply: WireReply): readonly Frame[]
  /** The answer in one piece. */
  whole(reply: WireReply): Json
  /** The body of an HTTP error. */
  failure(failure: Failure): Json
  /** The usage that this format can say: what it has no counter for is counted as input. */
  said(usage: Usage): Usage
}

/** A request in the words that Anthropic's and OpenAI's formats share; `messages` are those of every role. */
export function requestOf(body: Json, messages: unknown, wantsJson: boolean): ModelRequest {
  const users = listOf(messages)
    .map(objectOf)
    .filter((message) => message.role === 'user')
  return {
    model: String(body.model ?? ''),
    streams: body.stream === true,
    hasTools: listOf(body.tools).length > 0,
    wantsJson,
    userTexts: users.map((message) => textOf(message.content)),
  }
}

/** Why an answer ends, for the wire formats to put in their words. */
export function endOf(reply: WireReply): 'limit' | 'calls' | 'end' {
  if (reply.stop === 'limit') return 'limit'
  return reply.calls.length > 0 ? 'calls' : 'end'
}

/** The input tokens with the cached ones in them, as all formats but Anthropic's count them. */
export function wholeInput(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheCreation
}

/** Usage in a format without a counter for tokens written into a cache. */
export function withoutCacheCreation(usage: Usage): Usage {
  return { ...usage, input: usage.input + usage.cacheCreation, cacheCreation: 0 }
}

/** An event whose data is JSON. Line separators are escaped, for some readers split on them. */
export function frame(data: Json, event?: string): Frame {
  const text = JSON.stringify(data).replace(/[\u0085\u2028\u2029]/g, escapeUnit)
  return event === undefined ? { data: text } : { event, data: text }
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** A text in pieces of a few characters, as models stream it; no character is split. */
export function piecesOf(text: string, size = 200): string[] {
  const characters = Array.from(text)
  const pieces: string[] = []
  for (let start = 0; start < characters.length; start += size) {
    pieces.push(characters.slice(start, start + size).join(''))
  }
  return pieces
}
