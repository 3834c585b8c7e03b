import type { Readable, Writable } from 'node:stream'
import type { Launch } from '../harnesses/harness.ts'
import { type Json, listOf, objectOf, parseJson } from '../json.ts'
import { MCP_SERVER, PLACES } from '../workspace.ts'

/** What an ACP client does with an agent. */
export type AcpTask = {
  launch: Launch
  authentication: string | null
  /** Resolves when the turn is to be cancelled; null: never. */
  cancelWhen: Promise<void> | null
}

/** How long an agent may go on after the answer to the last request, for late notifications. */
const LINGER_MS = 500

/**
 * A minimal ACP client: initialize, authenticate where asked to, a new session or the one to go on with, one prompt.
 * It allows every permission once, or refuses it where nothing is allowed, and closes the agent's stdin at the end. Gives back the lines that it wrote.
 */
export async function driveAcp(stdout: Readable, stdin: Writable, task: AcpTask): Promise<string[]> {
  const client = connect(stdout, stdin, task.launch.isDenied ? 'reject_once' : 'allow_once')
  const ended = new Promise<null>((resolve) => stdout.once('end', () => resolve(null)))
  await Promise.race([converse(client, task), ended])
  await new Promise((resolve) => setTimeout(resolve, LINGER_MS))
  stdin.end()
  return client.sent
}

async function converse(client: Client, { launch, authentication, cancelWhen }: AcpTask): Promise<void> {
  await client.ask('initialize', {
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: 'agent-stream-lab', version: '0.0.0' },
  })
  if (authentication !== null) await client.ask('authenticate', { methodId: authentication })
  const mcpServers = launch.uses.has('mcp') ? [{ name: 'demo', ...MCP_SERVER, env: [] }] : []
  const place = { cwd: PLACES.work, mcpServers }
  const opened =
    launch.resumes === null
      ? await client.ask('session/new', place)
      : await client.ask('session/load', { sessionId: launch.resumes, ...place })
  const sessionId = launch.resumes ?? opened.sessionId
  if (typeof sessionId !== 'string') return
  cancelWhen?.then(() => client.send({ method: 'session/cancel', params: { sessionId } }))
  await client.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: launch.prompt }] })
}

type Client = {
  sent: string[]
  send(message: Json): void
  /** The result of a request; an empty object when it failed. */
  ask(method: string, params: Json): Promise<Json>
}

function connect(stdout: Readable, stdin: Writable, choice: string): Client {
  const waiting = new Map<unknown, (result: Json) => void>()
  const sent: string[] = []
  const send = (message: Json) => {
    const line = JSON.stringify({ jsonrpc: '2.0', ...message })
    sent.push(line)
    stdin.write(`${line}\n`)
  }
  forEachLine(stdout, (line) => {
    const message = objectOf(parseJson(line))
    if (message.method === undefined) {
      waiting.get(message.id)?.(objectOf(message.result))
    } else if (message.id !== undefined) {
      send({ id: message.id, ...answerOf(String(message.method), objectOf(message.params), choice) })
    }
  })
  let nextId = 0
  return {
    sent,
    send,
    ask: (method, params) =>
      new Promise((resolve) => {
        const id = nextId++
        waiting.set(id, resolve)
        send({ id, method, params })
      }),
  }
}

function answerOf(method: string, params: Json, choice: string): Json {
  if (method !== 'session/request_permission') return { error: { code: -32601, message: 'not supported' } }
  const options = listOf(params.options).map(objectOf)
  const option = options.find(({ kind }) => kind === choice) ?? options[0] ?? {}
  return { result: { outcome: { outcome: 'selected', optionId: option.optionId } } }
}

function forEachLine(stream: Readable, handle: (line: string) => void): void {
  let rest = Buffer.alloc(0)
  stream.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      handle(rest.subarray(0, end).toString('utf8'))
      rest = rest.subarray(end + 1)
    }
  })
}
