import { afterEach, describe, expect, it, vi } from 'vitest'
import { namespaceArgs, namespaceEnvironment, onlyLoopback, requireNamespace } from './namespace.ts'

afterEach(() => vi.unstubAllEnvs())

describe('the namespace', () => {
  it('is one of network, mounts, processes and host name, and kills what is left in it', () => {
    const args = namespaceArgs(['/opt/node/bin/node', 'a b'])
    expect(args).toEqual(
      expect.arrayContaining(['--net', '--mount', '--pid', '--uts', '--fork', '--kill-child=KILL']),
    )
    expect(args.slice(-3)).toEqual(['lab', '/opt/node/bin/node', 'a b'])
  })

  it('is told what to mount', () => {
    const folders = { agent: '/a', lab: '/l', out: '/o', home: '/h', work: '/w', stage: '/s', node: '/n' }
    const environment = namespaceEnvironment({ ...folders, cache: null, product: null })
    expect(environment).toMatchObject({ LAB_AGENT: '/a', LAB_NODE: '/n', LAB_CACHE: '' })
    const script = namespaceArgs([]).find((arg) => arg.includes('mount --bind')) ?? ''
    for (const name of Object.keys(environment).filter((name) => name !== 'PATH')) {
      expect(script).toContain(`$${name}`)
    }
  })

  it('is refused with the way out where it cannot be made', () => {
    vi.stubEnv('PATH', '/nowhere')
    expect(() => requireNamespace()).toThrow(/loopback is the only network.*as root on Linux/s)
  })
})

describe('onlyLoopback', () => {
  const HEAD = 'Inter-|   Receive  |  Transmit\n face |bytes packets|bytes packets\n'

  it('is true where there is nothing but lo', () => {
    expect(onlyLoopback(`${HEAD}    lo:  10 1 10 1\n`)).toBe(true)
  })

  it('is false where there is another network, or nothing to read', () => {
    expect(onlyLoopback(`${HEAD}    lo:  10 1 10 1\n  eth0:  10 1 10 1\n`)).toBe(false)
    expect(onlyLoopback('')).toBe(false)
  })
})
