/** A tiny MCP server on stdio (JSON-RPC, one message a line) with two tools: `echo`, and `fail`, which always fails. */
import { createInterface } from 'node:readline'
import { objectOf, parseJson } from './json.ts'

const TEXT_INPUT = { type: 'object', properties: { text: { type: 'string' } } }

const TOOLS = [
  { name: 'echo', description: 'Echo a text', inputSchema: { ...TEXT_INPUT, required: ['text'] } },
  { name: 'fail', description: 'Always fails', inputSchema: TEXT_INPUT },
]

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = objectOf(parseJson(line))
  if (message.id === undefined) return
  const answer = answerOf(String(message.method), objectOf(message.params))
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer })}\n`)
})

function answerOf(method: string, params: Record<string, unknown>) {
  if (method === 'initialize') {
    const protocolVersion = params.protocolVersion ?? '2025-06-18'
    const serverInfo = { name: 'demo', version: '1.0.0' }
    return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } }
  }
  if (method === 'tools/list') return { result: { tools: TOOLS } }
  if (method === 'tools/call') return { result: called(params) }
  if (method === 'ping') return { result: {} }
  return { error: { code: -32601, message: 'The lab has no such method.' } }
}

function called(params: Record<string, unknown>) {
  if (params.name === 'fail') {
    return { isError: true, content: [{ type: 'text', text: 'demo failure: refused' }] }
  }
  const text = String(objectOf(params.arguments).text ?? '')
  return { content: [{ type: 'text', text: `echo: ${text}` }], structuredContent: { echoed: text } }
}
