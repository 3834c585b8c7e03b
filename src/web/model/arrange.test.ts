import { describe, expect, it } from 'vitest'
import type { ApiEvent } from '../api/types.ts'
import { arrangeRows } from './arrange.ts'
import { buildRows } from './rows.ts'

let seq = 0
const event = (type: string, payload: ApiEvent['payload']): ApiEvent => ({
  seq: ++seq,
  ts: seq * 1_000,
  tsKind: 'stated',
  type,
  payload,
  run: 'r',
  hasSource: true,
})
const call = (callId: string, name: string, input: object, more: object = {}) =>
  event('tool.call', { callId, name, input: JSON.stringify(input), truncated: false, ...more })
const result = (callId: string, more: object = {}) =>
  event('tool.result', { callId, isError: false, output: 'ok', truncated: false, ...more })
const said = (text: string, more: object = {}) =>
  event('message', { role: 'assistant', text, truncated: false, ...more })
const rowsOf = (...events: ApiEvent[]) =>
  buildRows(events, [], { showRaw: false, liveRuns: new Set(), cwd: null })
const read = (id: string, path: string) => [call(id, 'Read', { file_path: path }), result(id)]

describe('the rows that are shown', () => {
  it('leave out the lane of a folded agent, and know what is in it', () => {
    const inside = { parentCallId: 'a' }
    const rows = rowsOf(
      call('a', 'Agent', { description: 'Count' }),
      call('b', 'Bash', { command: 'ls' }, inside),
      result('b', { ...inside, isError: true }),
      said('Two files.', inside),
      result('a'),
      said('Done.'),
    )
    const folded = arrangeRows(rows, () => false)
    expect(folded.map(({ row }) => row.kind)).toEqual(['call', 'message'])
    expect(folded[0]?.lane).toEqual({ calls: 1, failures: 1, lastWords: 'Two files.' })
    const open = arrangeRows(rows, () => true)
    expect(open.map(({ row }) => row.depth)).toEqual([0, 1, 1, 0])
    expect(open[1]?.lane).toBeNull()
  })

  it('fold four quiet looks in a row into one that opens', () => {
    const rows = rowsOf(
      ...read('1', 'src/a.js'),
      ...read('2', 'src/b.js'),
      ...read('3', 'src/c.js'),
      ...read('4', 'src/d.js'),
      call('5', 'Grep', { pattern: 'x' }),
      result('5'),
      said('Done.'),
    )
    const [looked, ...rest] = arrangeRows(rows, () => false)
    expect(looked?.row).toMatchObject({ kind: 'looked', text: 'a.js, b.js and 2 more; 1 search', count: 5 })
    expect(looked?.row).toMatchObject({ durationMs: 5_000 })
    expect(rest).toHaveLength(1)
    expect(arrangeRows(rows, () => true)).toHaveLength(7)
  })

  it('keep three looks, and one that failed, as they are', () => {
    const three = rowsOf(...read('1', 'a'), ...read('2', 'b'), ...read('3', 'c'))
    expect(arrangeRows(three, () => false)).toHaveLength(3)
    const failing = rowsOf(
      ...read('1', 'a'),
      ...read('2', 'b'),
      call('3', 'Read', { file_path: 'c' }),
      result('3', { isError: true }),
      ...read('4', 'd'),
      ...read('5', 'e'),
    )
    expect(arrangeRows(failing, () => false)).toHaveLength(5)
  })

  it('put a bracket around calls that ran at the same time, past the rows of their lanes', () => {
    const inside = { parentCallId: 'a' }
    const rows = rowsOf(
      call('a', 'Agent', { description: 'One' }),
      call('b', 'Bash', { command: 'sleep 1' }),
      said('Inside.', inside),
      result('a'),
      result('b'),
      call('c', 'Bash', { command: 'alone' }),
      result('c'),
    )
    expect(arrangeRows(rows, () => true).map(({ brace }) => brace)).toEqual(['first', 'thru', 'end', null])
    const three = rowsOf(
      call('a', 'Bash', { command: '1' }),
      call('b', 'Bash', { command: '2' }),
      call('c', 'Bash', { command: '3' }),
      result('a'),
      result('c'),
      result('b'),
    )
    expect(arrangeRows(three, () => true).map(({ brace }) => brace)).toEqual(['first', 'mid', 'end'])
  })
})
