import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** A client of an SSE stream over a real socket. */
export type SseClient = {
  status: number
  /** Every message so far, with the time it came (performance.now()). */
  messages: (EventSourceMessage & { at: number })[]
  comments: string[]
  /** Messages of one kind, parsed. */
  of<T>(event: string): T[]
  /** Waits until the condition holds; fails after 10 s. */
  until(condition: () => boolean): Promise<void>
  /** Stops reading from the socket. */
  pause(): void
  resume(): void
  /** Whether the server ended the stream. */
  ended(): boolean
  drop(): void
}

/** Connects and gives the client once the response has begun. */
export async function connect(url: string, headers: Record<string, string> = {}): Promise<SseClient> {
  const messages: (EventSourceMessage & { at: number })[] = []
  const comments: string[] = []
  const waiting = new Set<() => void>()
  let ended = false
  const parser = createParser({
    onEvent: (message) => messages.push({ ...message, at: performance.now() }),
    onComment: (comment) => comments.push(comment),
  })
  const [request, response] = await new Promise<[ClientRequest, IncomingMessage]>((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => resolve([request, response]))
    request.on('error', reject)
  })
  const check = () => {
    for (const wake of [...waiting]) wake()
  }
  response.setEncoding('utf8')
  response.on('data', (text: string) => {
    parser.feed(text)
    check()
  })
  response.on('error', () => undefined)
  response.on('close', () => {
    ended = true
    check()
  })
  return {
    status: response.statusCode ?? 0,
    messages,
    comments,
    of: <T>(event: string) =>
      messages.filter((message) => message.event === event).map((message) => JSON.parse(message.data) as T),
    until: (condition) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(wake)
          reject(new Error(`not within 10 s; ${messages.length} messages came`))
        }, 10_000)
        const wake = () => {
          if (!condition()) return
          clearTimeout(timer)
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
        wake()
      }),
    pause: () => response.pause(),
    resume: () => response.resume(),
    ended: () => ended,
    drop: () => request.destroy(),
  }
}
