import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('the demo MCP server lists, echoes and fails', () => {
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18' } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'tools/call', params: { name: 'echo', arguments: { text: 'é' } } },
    { id: 4, method: 'tools/call', params: { name: 'fail', arguments: {} } },
    { id: 5, method: 'resources/list' },
  ]
  const server = fileURLToPath(new URL('./mcp-server.ts', import.meta.url))
  const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', server], {
    input: messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
    encoding: 'utf8',
  })
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number })
  expect(answers.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
  expect(answers[1]).toMatchObject({ result: { tools: [{ name: 'echo' }, { name: 'fail' }] } })
  expect(answers[2]).toMatchObject({
    result: { content: [{ type: 'text', text: 'echo: é' }], structuredContent: { echoed: 'é' } },
  })
  expect(answers[3]).toMatchObject({ result: { isError: true } })
  expect(answers[4]).toMatchObject({ error: { code: -32601 } })
})
