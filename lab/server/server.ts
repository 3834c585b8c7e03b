import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Json, objectOf, parseJson } from '../json.ts'
import { anthropic } from './anthropic.ts'
import { chat } from './chat.ts'
import { gemini } from './gemini.ts'
import { responses } from './responses.ts'
import type { Script } from './script.ts'
import { type Exchange, exchangeOf } from './served.ts'
import type { Frame, Wire } from './wire.ts'

/** The wire formats, in the order in which a path is tried. */
export const WIRES: readonly Wire[] = [anthropic, responses, chat, gemini]

/** A model server that runs on loopback. */
export type ModelServer = {
  port: number
  /** Requests for answers so far. */
  exchanges: readonly Exchange[]
  close(): Promise<void>
}

/** What a request looked like, for a log. */
export type RequestLog = (entry: { method: string; path: string; body: Json }) => void

/** Starts a server that answers from a script in every wire format. Port 0 takes a free one. */
export async function startModelServer(script: Script, port = 0, log?: RequestLog): Promise<ModelServer> {
  const exchanges: Exchange[] = []
  const server = createServer((request, response) => {
    answer(request, response, { script, exchanges, log }).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    exchanges,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Context = { script: Script; exchanges: Exchange[]; log: RequestLog | undefined }

async function answer(request: IncomingMessage, response: ServerResponse, context: Context): Promise<void> {
  const body = objectOf(parseJson(await textOfRequest(request)))
  const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
  const method = request.method ?? 'GET'
  context.log?.({ method, path, body })
  const wire = WIRES.find((one) => method === 'POST' && one.asks(path))
  if (!wire) return sendJson(response, ...asideOf(method, path))
  const asked = wire.read(path, body)
  const turn = context.script.next(asked)
  const exchange = exchangeOf(wire, turn, asked)
  context.exchanges.push(exchange)
  response.once('finish', () => {
    exchange.isWhole = !turn.isCut
  })
  if ('failure' in turn.answer) {
    const { status, retryAfterS } = turn.answer.failure
    const headers = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }
    return sendJson(response, status, wire.failure(turn.answer.failure), headers)
  }
  if (!asked.streams && !turn.isCut) return sendJson(response, 200, wire.whole(turn.answer))
  const frames = wire.stream(turn.answer)
  await sendFrames(response, turn.isCut ? frames.slice(0, Math.ceil(frames.length / 2)) : frames)
  if (turn.isCut) response.destroy()
  else response.end()
}

/** What CLIs ask for besides answers: the list of models, and counts of tokens. */
function asideOf(method: string, path: string): [status: number, body: Json] {
  if (method === 'HEAD' || path === '/') return [200, {}]
  // The list of providers that opencode 1.1 asks for.
  if (path === '/api.json') return [200, {}]
  if (path.endsWith('count_tokens')) return [200, { input_tokens: 1200 }]
  if (path.endsWith(':countTokens')) return [200, { totalTokens: 1200 }]
  if (path.endsWith('/models')) {
    const data = [{ id: 'lab-model', object: 'model', owned_by: 'lab' }]
    return [200, { object: 'list', data, models: [] }]
  }
  return [404, { error: { message: 'The lab serves no such path.' } }]
}

async function textOfRequest(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: Json,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** Sends the events one by one, so that each is a piece of its own for who reads them. */
async function sendFrames(response: ServerResponse, frames: readonly Frame[]): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  for (const { event, data } of frames) {
    const name = event === undefined ? '' : `event: ${event}\n`
    await new Promise<void>((resolve) => response.write(`${name}data: ${data}\n\n`, () => resolve()))
  }
}
