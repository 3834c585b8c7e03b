import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { type ProcessPlan, recordProcess } from './process.ts'

const SLEEPER = 'process.stdout.write("up\\n"); setInterval(() => {}, 1000)'

function planOf(script: string, more: Partial<ProcessPlan> = {}): ProcessPlan {
  return {
    program: process.execPath,
    args: ['-e', script],
    cwd: tmpdir(),
    environment: { PATH: process.env.PATH ?? '' },
    feed: async ({ stdin }) => {
      stdin.end('the prompt')
      return 'the prompt'
    },
    interruptWhen: null,
    limitMs: 20_000,
    ...more,
  }
}

describe('a recorded process', () => {
  it('is kept byte for byte, with what it was given and how it ended', async () => {
    const script = `
      process.stdin.on('data', (chunk) => process.stdout.write(Buffer.concat([chunk, Buffer.from([0xff, 10, 0x61])])))
      process.stdin.on('end', () => { process.stderr.write('noise'); process.exitCode = 3 })`
    const record = await recordProcess(planOf(script))
    expect([...record.stdout]).toEqual([...Buffer.from('the prompt'), 0xff, 10, 0x61])
    expect(record.chunks.reduce((sum, [, bytes]) => sum + bytes, 0)).toBe(record.stdout.length)
    expect(record).toMatchObject({ stdin: 'the prompt', stderr: 'noise', exitCode: 3, signal: null })
    expect(record.isTimedOut).toBe(false)
  })

  it('is interrupted with its whole group', async () => {
    const child = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(SLEEPER)}], { stdio: 'inherit' })`
    let seen = () => {}
    const interruptWhen = new Promise<void>((resolve) => {
      seen = resolve
    })
    const feed: ProcessPlan['feed'] = async ({ stdout }) => {
      stdout.once('data', () => seen())
      return ''
    }
    const record = await recordProcess(
      planOf(`${child}; setInterval(() => {}, 1000)`, { interruptWhen, feed }),
    )
    expect(record).toMatchObject({ exitCode: null, signal: 'SIGINT', isTimedOut: false })
    expect(record.stdout.toString()).toBe('up\n')
    expect(record.durationMs).toBeLessThan(15_000)
  })

  it('does not outlive its limit', async () => {
    const record = await recordProcess(planOf(SLEEPER, { limitMs: 700 }))
    expect(record).toMatchObject({ signal: 'SIGKILL', isTimedOut: true })
  })

  it('that cannot be started is an error', async () => {
    await expect(recordProcess(planOf('', { program: '/no/such/program' }))).rejects.toThrow('ENOENT')
  })
})
