import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createId, defaultHome } from '../../src/store/index.ts'

describe('the home', () => {
  it('is where AGENT_STREAM_HOME says, made absolute', () => {
    expect(defaultHome({ AGENT_STREAM_HOME: '/somewhere', XDG_DATA_HOME: '/data' })).toBe(
      resolve('/somewhere'),
    )
    expect(defaultHome({ AGENT_STREAM_HOME: 'near' })).toBe(resolve('near'))
  })

  it.runIf(process.platform === 'linux')(
    "else in the platform's data folder; an odd value there is ignored",
    () => {
      const usual = join(homedir(), '.local/share/agent-stream')
      expect(defaultHome({ XDG_DATA_HOME: '/data' })).toBe('/data/agent-stream')
      expect(defaultHome({ XDG_DATA_HOME: '', AGENT_STREAM_HOME: '' })).toBe(usual)
      expect(defaultHome({ XDG_DATA_HOME: 'relative' })).toBe(usual)
      expect(defaultHome({})).toBe(usual)
    },
  )
})

describe('ids', () => {
  it('are UUIDv7 and sort in the order in which they were made, however fast', () => {
    const ids = Array.from({ length: 10_000 }, () => createId())
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('say when they were made, and go on ascending when the clock is set back', () => {
    const later = Date.now() + 60_000
    const first = createId(later)
    expect(Number.parseInt(first.replace('-', '').slice(0, 12), 16)).toBe(later)
    expect(createId(later - 50_000) > first).toBe(true)
  })
})
