import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cli, makeHome, ROOT, readFirstLine, resultOf, startCli, waitFor } from './cli.ts'

type TaskList = { tasks: { id: string; status: string; title: string | null; recap: { events: number } }[] }

async function listTasks(address: string): Promise<TaskList['tasks']> {
  const response = await fetch(`${address}/api/tasks`)
  return ((await response.json()) as TaskList).tasks
}

const GALLERY = 'Gallery: every kind of row'

/** The demo tasks: the one that grows at its own pace, and the gallery. */
async function demoTasks(address: string) {
  const tasks = await listTasks(address)
  const isGallery = ({ title }: { title: string | null }) => title === GALLERY
  return { live: tasks.find((task) => !isGallery(task)), gallery: tasks.find(isGallery), count: tasks.length }
}

function ending(child: ReturnType<typeof startCli>): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve))
}

describe('agent-stream serve', () => {
  it('prints its address first, serves what was recorded, and ends well on SIGTERM', async () => {
    const home = await makeHome()
    await cli(['run', '--title', 'Served', '--', 'true'], { home })
    const server = startCli(['serve', '--port', '0'], { home })
    const ended = ending(server)
    const address = await readFirstLine(server)
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await listTasks(address)).toMatchObject([{ title: 'Served', status: 'succeeded' }])
    server.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('prints the address as JSON, with the token where reading needs it', async () => {
    const server = startCli(['serve', '--port', '0', '--json', '--require-token'], { home: await makeHome() })
    const { url } = JSON.parse(await readFirstLine(server)) as { url: string }
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}$/)
    expect((await fetch(new URL('/api/tasks', url))).status).toBe(401)
    server.kill('SIGKILL')
  })

  it('takes the token that it is given, which it prints nowhere, and refuses one that could be guessed', async () => {
    const token = 'a-token-that-nobody-will-ever-guess'
    const start = (given: string) =>
      startCli(['serve', '--port', '0', '--require-token'], { home, env: { AGENT_STREAM_TOKEN: given } })
    const home = await makeHome()
    const server = start(token)
    const address = await readFirstLine(server)
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${address}/api/tasks`, { headers })).status).toBe(200)
    expect((await fetch(`${address}/api/tasks`)).status).toBe(401)
    server.kill('SIGKILL')
    expect(await resultOf(start('secret'))).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('AGENT_STREAM_TOKEN wants at least 24'),
    })
  })

  it('records a demo task through the real path, growing, anew at each start, in a store of its own', async () => {
    const home = await makeHome()
    const first = startCli(['serve', '--demo', '--port', '0'], { home })
    const address = await readFirstLine(first)
    const early = await waitFor('the first events', async () => {
      const { live } = await demoTasks(address)
      return live && live.recap.events > 0 ? live : null
    })
    expect(['starting', 'running']).toContain(early.status)
    const grown = await waitFor('more events', async () => {
      const { live } = await demoTasks(address)
      return live && live.recap.events > early.recap.events ? live : null
    })
    expect(grown.id).toBe(early.id)
    const ended = ending(first)
    // As if the machine went down: the demo goes on without its server.
    first.kill('SIGKILL')
    await ended

    const second = startCli(['serve', '--demo', '--port', '0'], { home })
    const again = await readFirstLine(second)
    const { live } = await waitFor('the new demo tasks', async () => {
      const tasks = await demoTasks(again)
      return tasks.count === 2 && tasks.live?.id !== early.id ? tasks : null
    })
    const runs = join(home, 'demo', 'runs')
    await waitFor(
      'the end of the demo',
      async () => ((await demoTasks(again)).live?.status === 'succeeded' ? true : null),
      40_000,
    )
    const sessions = JSON.parse(readFileSync(join(ROOT, 'demo/gallery.json'), 'utf8')).length
    await waitFor(
      'the gallery, whose last session fails',
      async () => {
        const { gallery } = await demoTasks(again)
        return gallery?.status === 'failed' && gallery.recap.events > 150 ? true : null
      },
      40_000,
    )
    await waitFor('the old files to go', () => (readdirSync(runs).length === sessions + 1 ? true : null))
    expect((await cli(['list'], { home })).stdout).toMatch(/^No tasks yet/)
    expect((await cli(['list', '--json'], { home: join(home, 'demo') })).stdout).toContain(live?.id)
    const secondEnded = ending(second)
    second.kill('SIGINT')
    expect(await secondEnded).toBe(0)
  })

  it('says that a port is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const { code, stdout, stderr } = await cli(['serve', '--port', String(port)], { home: await makeHome() })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      new RegExp(`^agent-stream: Port ${port} of 127\\.0\\.0\\.1 is taken.*--port 0.*\\n$`),
    )
  })

  it.each(['65536', '-1', 'http', ''])('refuses port %j', async (port) => {
    const { code, stderr } = await cli(['serve', `--port=${port}`], { home: await makeHome() })
    expect(code).toBe(2)
    expect(stderr).toContain('--port wants a whole number from 0 to 65535')
  })
})
