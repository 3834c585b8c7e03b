import { describe, expect, it } from 'vitest'
import { readRecordings } from '../../../test/recordings.ts'
import { parseLines } from '../../dialects/registry.ts'
import type { ApiEvent } from '../api/types.ts'
import { EMPTY_WINDOW, withNewer, withOlder } from './event-window.ts'
import { createKeptRows } from './kept-rows.ts'
import type { Row, RowContext } from './row.ts'
import { buildRows } from './rows.ts'

const CONTEXT: RowContext = { showRaw: true, liveRuns: new Set(['r1']), cwd: null }

function apiEvents(lines: readonly string[]): ApiEvent[] {
  return parseLines('claude-stream', lines).map(({ type, payload }, index) => ({
    seq: index + 1,
    ts: index,
    tsKind: 'read',
    type,
    payload: payload as ApiEvent['payload'],
    run: 'r1',
    hasSource: true,
  }))
}

describe('rows that are kept while events are added', () => {
  it('are those of all events at once, at every recording, however the events come', () => {
    const recordings = readRecordings('claude')
    expect(recordings.length).toBeGreaterThan(20)
    for (const { lines } of recordings) {
      const events = apiEvents(lines)
      const rowsOf = createKeptRows()
      let window = EMPTY_WINDOW
      let rows: Row[] = []
      for (let from = 0, size = 1; from < events.length; from += size, size = (size % 5) + 1) {
        window = withNewer(window, events.slice(from, from + size), [], false)
        rows = rowsOf(window, CONTEXT)
      }
      expect(rows).toEqual(buildRows(events, [], CONTEXT))
    }
  })

  it('stay the same objects when something is added, and are new ones for another window or view', () => {
    const say = (seq: number): ApiEvent => ({
      ...{ seq, ts: seq, tsKind: 'read', type: 'message', run: 'r1', hasSource: true },
      payload: { role: 'assistant', text: `${seq}`, truncated: false },
    })
    const rowsOf = createKeptRows()
    const two = withNewer(EMPTY_WINDOW, [say(5), say(6)], [], false)
    const [first] = rowsOf(two, CONTEXT)
    const three = withNewer(two, [say(7)], [], false)
    expect(rowsOf(three, CONTEXT)).toHaveLength(3)
    expect(rowsOf(three, CONTEXT)[0]).toBe(first)
    expect(rowsOf(three, { ...CONTEXT })[0]).not.toBe(first)
    const before = { events: [say(4)], related: [], firstSeq: 4, lastSeq: 4, hasMore: false, generation: 1 }
    const other = rowsOf(withOlder(three, before), CONTEXT)
    expect(other.map((row) => row.event.seq)).toEqual([4, 5, 6, 7])
  })
})
