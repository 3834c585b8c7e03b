import type { ClientStart, ClientStep, InlineImage, ProtocolClient } from '../../core/dialect.ts'
import type { JsonObject } from '../../core/events.ts'
import { parseObject } from '../../core/json.ts'
import { num, obj, str } from '../../core/read.ts'
import { chooseLogin } from './client-login.ts'
import { type ClientMemory, type ClientPhase, readMemory } from './client-memory.ts'
import { callLine, refusalLine, withdrawalLine } from './client-messages.ts'
import { AUTH_REQUIRED } from './session.ts'

/**
 * A client of the Agent Client Protocol, schema version 1: initialize, log in where the agent asks for it, open the
 * session, and then one prompt after the other (few agents queue them). It offers no services: agents use their own files
 * and terminals, as they do without a client. Permission requests are a person's business.
 */
export const acpClient: ProtocolClient = {
  begin(start: ClientStart): ClientStep {
    const memory: ClientMemory = {
      phase: 'initialize',
      lastId: -1,
      start,
      agent: {},
      sessionId: null,
      isLoggedIn: false,
    }
    return ask(memory, 'initialize', 'initialize', {
      protocolVersion: 1,
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      clientInfo: { name: 'agent-stream', version: '1' },
    })
  },

  hear(written: JsonObject, line: string): ClientStep | null {
    // Nearly every line of a session is an update: they are not for the client, and not parsed twice.
    if (isUpdate(line)) return null
    const message = parseObject(line)
    if (!message) return null
    if (typeof message.method === 'string') return refuse(written, message)
    const memory = readMemory(written)
    return message.id === memory.lastId ? hearAnswer(memory, message) : null
  },

  speaks(written: JsonObject): 'now' | 'later' | 'never' {
    const { phase } = readMemory(written)
    if (phase === 'failed') return 'never'
    return phase === 'ready' ? 'now' : 'later'
  },

  say(written: JsonObject, text: string, images: readonly InlineImage[]): ClientStep {
    const memory = readMemory(written)
    const { sessionId } = memory
    // All six agents that were recorded take pictures.
    const pictures = images.map(({ mediaType, base64 }) => ({
      type: 'image',
      mimeType: mediaType,
      data: base64,
    }))
    return ask(memory, 'prompt', 'session/prompt', {
      sessionId,
      prompt: [{ type: 'text', text }, ...pictures],
    })
  },

  isToldAgain: ({ phase }) => phase === 'load',

  isHistory: isUpdate,

  interruptLines(written: JsonObject, openRequestIds: readonly string[]): string {
    const { phase, sessionId } = readMemory(written)
    if (phase !== 'prompt') return ''
    return openRequestIds.map(withdrawalLine).join('') + callLine('session/cancel', { sessionId })
  },
}

function hearAnswer(memory: ClientMemory, { result, error }: JsonObject): ClientStep {
  const failure = obj(error)
  if (failure) return hearError(memory, num(failure.code))
  switch (memory.phase) {
    case 'initialize': {
      const known = { ...memory, agent: obj(result) ?? {} }
      return known.start.authMethod === null ? openSession(known) : logIn(known, known.start.authMethod)
    }
    case 'authenticate':
      return openSession({ ...memory, isLoggedIn: true })
    case 'new':
    case 'resume':
    case 'load': {
      const sessionId = str(obj(result)?.sessionId) ?? memory.start.sessionId
      return stay({ ...memory, phase: sessionId === null ? 'failed' : 'ready', sessionId })
    }
    default:
      return stay({ ...memory, phase: 'ready' })
  }
}

function hearError(memory: ClientMemory, code: number | null): ClientStep {
  if (memory.phase === 'prompt') return stay({ ...memory, phase: 'ready' })
  const mayLogIn = code === AUTH_REQUIRED && !memory.isLoggedIn && memory.phase !== 'authenticate'
  const method = mayLogIn ? chooseLogin(memory.agent, memory.start.keyNames) : null
  return method === null ? stay({ ...memory, phase: 'failed' }) : logIn(memory, method)
}

function logIn(memory: ClientMemory, methodId: string): ClientStep {
  return ask(memory, 'authenticate', 'authenticate', { methodId })
}

/** A session goes on by `session/resume` where the agent has it, because `session/load` tells all of it again. */
function openSession(memory: ClientMemory): ClientStep {
  const { cwd, sessionId } = memory.start
  const place = { cwd, mcpServers: [] }
  if (sessionId === null) return ask(memory, 'new', 'session/new', place)
  const abilities = obj(memory.agent.agentCapabilities)
  if (obj(obj(abilities?.sessionCapabilities)?.resume)) {
    return ask(memory, 'resume', 'session/resume', { sessionId, ...place })
  }
  return ask(memory, 'load', 'session/load', { sessionId, ...place })
}

/** The client offers nothing, so every request but for a permission is refused: an agent must not wait for an answer. */
function refuse(written: JsonObject, { id, method }: JsonObject): ClientStep | null {
  if (id === undefined || method === 'session/request_permission') return null
  return { memory: written, send: refusalLine(id, String(method)) }
}

function ask(memory: ClientMemory, phase: ClientPhase, method: string, params: JsonObject): ClientStep {
  const lastId = memory.lastId + 1
  return { memory: { ...memory, phase, lastId }, send: callLine(method, params, lastId) }
}

function stay(memory: ClientMemory): ClientStep {
  return { memory, send: '' }
}

function isUpdate(line: string): boolean {
  return /"method":\s*"session\/update"/.test(line.slice(0, UPDATE_HEAD_LENGTH))
}

/** The method of a message stands before its params in what every agent prints; a longer look would cost more. */
const UPDATE_HEAD_LENGTH = 200
