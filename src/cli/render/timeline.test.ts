import { describe, expect, it } from 'vitest'
import { readRecording, readRecordings } from '../../../test/recordings.ts'
import type { NormalizedEvent } from '../../core/events.ts'
import { parseLines } from '../../dialects/registry.ts'
import type { StoredEvent } from '../../store/store.ts'
import { createStyle } from './style.ts'
import { textWidth } from './text-width.ts'
import { createTimelineRenderer } from './timeline.ts'

const GUTTER = 10

function stored(
  events: readonly (Pick<NormalizedEvent, 'type' | 'payload'> & { ts?: number })[],
): StoredEvent[] {
  return events.map(({ type, payload, ts }, index) => ({
    seq: index + 1,
    ts: ts ?? 1_700_000_000_000,
    tsKind: 'read',
    type,
    payload: payload as StoredEvent['payload'],
    run: 'run',
    hasSource: true,
  }))
}

function render(events: readonly StoredEvent[], columns = 100, colour = false): string[] {
  const renderer = createTimelineRenderer({ columns: () => columns, style: createStyle(colour) })
  return [...events.flatMap((event) => renderer.render(event)), ...renderer.end()]
}

/** What stands behind the gutter. */
function bodies(events: readonly StoredEvent[]): string[] {
  return render(events).map((line) => line.slice(GUTTER))
}

function recorded(scenario: string): StoredEvent[] {
  return stored(parseLines('claude-json', readRecording('claude', '2.1.332', scenario).lines))
}

describe('the timeline of a recording', () => {
  it('names what each call does, folds results, and shows the ends of failures', () => {
    const rows = bodies(recorded('bash-error'))
    expect(rows[1]).toBe('Run     echo out; echo err >&2; exit 3')
    expect(rows[2]).toMatch(/^ {8}└ exit 3, \d+ ms$/)
    expect(rows.slice(3, 6)).toEqual(['          Exit code 3', '          out', '          err'])
    expect(rows.at(-1)).toBe('Turn ended')
  })

  it('shows a plan by what changed in it', () => {
    expect(bodies(recorded('todo-write'))).toEqual(
      expect.arrayContaining([
        'Plan    ○ Lire le README  3 steps added',
        '        ○ Écrire STREAM.md',
        '        ● Lire le README  1 of 3 done',
        '        ◐ Écrire STREAM.md',
      ]),
    )
  })

  it('puts a subagent under its call and names late results', () => {
    const rows = bodies(recorded('subagent'))
    expect(rows).toContain('  Run     ls | wc -l')
    expect(rows.find((row) => row.startsWith('        └ Agent'))).toMatch(
      /└ Agent Count the files: ended, \d+ ms$/,
    )
  })

  it('says an error once', () => {
    const rows = bodies(recorded('err-529'))
    expect(rows.filter((row) => row.includes('API Error'))).toHaveLength(1)
    expect(rows.at(-1)).toBe('Turn failed: overloaded')
  })

  it('fits every terminal and lets no control character through, in every recording', () => {
    let count = 0
    for (const { lines } of readRecordings('claude')) {
      const events = stored(parseLines('claude-json', lines))
      for (const columns of [40, 79, 200]) {
        for (const line of render(events, columns)) {
          count++
          expect(textWidth(line)).toBeLessThanOrEqual(columns)
          // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
          expect(line).not.toMatch(/[\x00-\x1f\x7f-\x9f]/)
        }
      }
    }
    expect(count).toBeGreaterThan(3_000)
  })

  it('bears payloads of any shape', () => {
    const types = [
      'message',
      'thinking',
      'tool.call',
      'tool.result',
      'plan',
      'session.started',
      'session.title',
      'session.ended',
      'session.background',
      'raw',
      'usage',
      'new.type',
    ]
    const odd = [null, 7, [], {}, 'x', [null]]
    const keys = [
      'text',
      'role',
      'callId',
      'name',
      'input',
      'output',
      'steps',
      'tasks',
      'notice',
      'json',
      'status',
      'summary',
      'parentCallId',
      'files',
      'cwd',
      'title',
    ]
    const events = types.flatMap((type) =>
      [{}, ...keys.flatMap((key) => odd.map((value) => ({ [key]: value })))].map((payload) => ({
        type,
        payload,
      })),
    )
    expect(() => render(stored(events as never))).not.toThrow()
  })
})

describe('the timeline of events', () => {
  const message = (text: string, extra: object = {}) =>
    ({ type: 'message', payload: { role: 'assistant', text, truncated: false, ...extra } }) as never

  it('lets the row of a call wait for the input that comes later', () => {
    const call = (payload: object) => ({
      type: 'tool.call' as const,
      payload: { callId: 'c1', name: 'Terminal', input: '{}', truncated: false, ...payload },
    })
    const refined = call({ name: null, input: '{"command":"ls"}', merge: true })
    const result = { callId: 'c1', isError: false, output: 'x', truncated: false }
    const events = stored([call({ kind: 'execute' }), refined, { type: 'tool.result', payload: result }])
    expect(bodies(events)).toEqual([expect.stringMatching(/^Run +ls$/), expect.stringMatching(/└ 1 line/)])
    expect(bodies(stored([call({})]))).toEqual([expect.stringMatching(/^Run|^Terminal/)])
  })

  it('joins fragments, drops the whole that repeats them, and shows the rest at the end', () => {
    const events = [message('Hel', { delta: true }), message('lo', { delta: true }), message('Hello')]
    expect(bodies(stored(events))).toEqual(['Hello'])
    expect(bodies(stored([...events.slice(0, 2), message('Other')]))).toEqual(['Hello', 'Other'])
    expect(bodies(stored(events.slice(0, 2)))).toEqual(['Hello'])
  })

  it('shows the human once, and only the beginning of many lines', () => {
    const words = Array.from({ length: 9 }, (_, index) => `line ${index}`).join('\n')
    const human = (extra: object) => message(words, { role: 'user', ...extra })
    const rows = render(stored([human({}), human({ origin: 'echo' })]))
    expect(rows.filter((row) => row.includes('line 0'))).toHaveLength(1)
    expect(rows.at(-2)?.trim()).toBe('… 3 lines more')
  })

  it('writes the clock only where the second changes', () => {
    const at = (ts: number) => ({ ...(message('x') as object), ts }) as never
    const rows = render(stored([at(1_000), at(1_900), at(2_000)]))
    expect(rows.map((row) => /^\d\d:\d\d:\d\d/.test(row))).toEqual([true, false, true])
  })

  it('colours failures only', () => {
    const call = {
      type: 'tool.call',
      payload: { callId: 'a', name: 'Bash', input: '{"command":"x"}', truncated: false },
    }
    const result = (isError: boolean) => ({
      type: 'tool.result',
      payload: { callId: 'a', isError, output: 'y', truncated: false },
    })
    expect(render(stored([call, result(true)] as never), 100, true).join('')).toContain('\x1b[31m')
    expect(render(stored([call, result(false)] as never), 100, true).join('')).not.toContain('\x1b[31m')
  })

  it('keeps the last lines of a long failure and says how many are before them', () => {
    const output = Array.from({ length: 40 }, (_, index) => `out ${index}`).join('\n')
    const rows = bodies(
      stored([
        { type: 'tool.result', payload: { callId: 'a', isError: true, output, truncated: false } } as never,
      ]),
    )
    expect(rows[1]?.trim()).toBe('… 28 lines before')
    expect(rows.at(-1)?.trim()).toBe('out 39')
    expect(rows).toHaveLength(14)
  })
})
