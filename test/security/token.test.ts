import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cli, makeHome, startCli } from '../cli/cli.ts'

it('compares digests in constant time', () => {
  const source = readFileSync(new URL('../../src/server/access.ts', import.meta.url), 'utf8')
  expect(source).toContain('timingSafeEqual(digest(shown), digest(secret))')
  expect(source).not.toMatch(/(?:token|secret|shown)\s*[!=]==?\s*(?:token|secret|shown)/)
})

it('is in no file and in no output but the address that needs it', async () => {
  const home = await makeHome()
  const server = startCli(['serve', '--port', '0', '--require-token'], { home })
  let [out, err] = ['', '']
  server.stdout?.on('data', (chunk: Buffer) => {
    out += chunk
  })
  server.stderr?.on('data', (chunk: Buffer) => {
    err += chunk
  })
  await expect.poll(() => out, { timeout: 10_000 }).toContain('#token=')
  const [address = '', token = ''] = out.trim().split('#token=')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ command: ['sh', '-c', 'env'], protocol: 'none' })
  expect((await fetch(`${address}api/tasks`, { method: 'POST', headers, body })).status).toBe(201)
  expect(
    (await fetch(`${address}api/tasks`, { headers: { authorization: `Bearer x${token}` } })).status,
  ).toBe(401)
  await cli(['run', '--prompt', '', '--', 'true'], { home })
  server.kill('SIGTERM')
  await once(server, 'close')
  const found = execFileSync('sh', ['-c', 'grep -rlaF -e "$1" "$2" || true', 'sh', token, home], {
    encoding: 'utf8',
  })
  expect(found).toBe('')
  expect(out.split(token)).toHaveLength(2)
  expect(err).not.toContain(token)
})
