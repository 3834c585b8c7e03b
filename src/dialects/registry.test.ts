import { expect, it } from 'vitest'
import { AGENT_PROTOCOLS, DIALECTS, dialectOf, traitsOf } from './registry.ts'

it("lists each protocol once, the seed's four first", () => {
  expect(AGENT_PROTOCOLS.slice(0, 4)).toEqual(['none', 'claude-json', 'claude-stream', 'jsonl'])
  expect(new Set(AGENT_PROTOCOLS).size).toBe(AGENT_PROTOCOLS.length)
  expect(new Set(DIALECTS.map(({ name }) => name)).size).toBe(DIALECTS.length)
})

it('has traits for every protocol, and names all of them where one is not known', () => {
  for (const protocol of AGENT_PROTOCOLS) expect(traitsOf(protocol).protocol).toBe(protocol)
  expect(() => dialectOf('nope')).toThrow(
    `Unknown protocol "nope". Known protocols: ${AGENT_PROTOCOLS.join(', ')}.`,
  )
})
