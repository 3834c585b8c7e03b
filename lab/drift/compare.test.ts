import { describe, expect, it } from 'vitest'
import { type Recording, readRecording } from '../../test/recordings.ts'
import { type Change, describeChanges } from './change.ts'
import { compareRecordings } from './compare.ts'

const BEFORE = readRecording('claude', '2.1.332', 'text-bash')

/** The recording as a later version would have made it. */
function changed(change: (lines: string[]) => string[]): Recording {
  return { ...BEFORE, version: '3.0.0', lines: change([...BEFORE.lines]) }
}

/** The recording with something changed in its lines of one type. */
function edited(type: string, edit: (line: Record<string, unknown>) => Record<string, unknown>): Recording {
  return changed((lines) =>
    lines.map((text) => {
      const line = JSON.parse(text)
      return line.type === type ? JSON.stringify(edit(line)) : text
    }),
  )
}

function changesTo(now: Recording): Pick<Change, 'what' | 'kind' | 'key' | 'isFailure'>[] {
  return compareRecordings([BEFORE], [now]).changes.map(({ what, kind, key, isFailure }) => {
    return { what, kind, key, isFailure }
  })
}

describe('what has changed between two versions of a harness', () => {
  it('nothing, when the same is printed again with other ids, times and counts', () => {
    const again = changed((lines) =>
      lines.map((line) =>
        line
          .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}/g, '00000000-0000')
          .replaceAll(/"duration_ms":\d+/g, '"duration_ms":1'),
      ),
    )
    expect(again.lines).not.toEqual(BEFORE.lines)
    expect(changesTo(again)).toEqual([])
  })

  it('a kind that the dialect lists is news, and no failure', () => {
    const ping = JSON.stringify({ type: 'command_lifecycle', command_uuid: 'x' })
    expect(changesTo(changed((lines) => [...lines.slice(0, 1), ping, ...lines.slice(1)]))).toEqual([
      { what: 'new kind', kind: 'command_lifecycle', key: '', isFailure: false },
    ])
  })

  it('a kind that nobody has listed is a failure', () => {
    const line = JSON.stringify({ type: 'weather', sunny: true })
    expect(changesTo(changed((lines) => [...lines, line]))).toContainEqual({
      what: 'kind not listed',
      kind: 'weather',
      key: '',
      isFailure: true,
    })
  })

  it('a key is news with the type of its value; what is inside of it is not told again', () => {
    expect(changesTo(edited('result', (line) => ({ ...line, weather: { sunny: true } })))).toEqual([
      { what: 'new key', kind: 'result', key: 'weather: object', isFailure: false },
    ])
  })

  it('keys that are data are no news: of a tool, of a model', () => {
    const renamed = edited('result', (line) => ({ ...line, modelUsage: { 'claude-new': {} } }))
    expect(changesTo(renamed).filter(({ what }) => what === 'new key')).toEqual([])
    const input = changed((lines) =>
      lines.map((line) => line.replace('"input":{', '"input":{"patience":{"seconds":3},')),
    )
    expect(input.lines).not.toEqual(BEFORE.lines)
    expect(changesTo(input).filter(({ what }) => what === 'new key')).toEqual([])
  })

  it('another type of a key, and a key that is gone', () => {
    const changes = changesTo(edited('result', (line) => ({ ...line, stop_reason: 7 })))
    expect(changes).toContainEqual({
      what: 'new type',
      kind: 'result',
      key: 'stop_reason: number',
      isFailure: false,
    })
    const without = edited('result', ({ stop_reason: _, ...line }) => line)
    expect(changesTo(without)).toContainEqual({
      what: 'key gone',
      kind: 'result',
      key: 'stop_reason',
      isFailure: false,
    })
  })

  it('a kind is gone, with its events, and the run has no end any more', () => {
    const changes = changesTo(changed((lines) => lines.filter((line) => !line.includes('"type":"result"'))))
    expect(changes).toContainEqual({ what: 'kind gone', kind: 'result', key: '', isFailure: false })
    expect(changes).toContainEqual({ what: 'event gone', kind: 'session.ended', key: '', isFailure: false })
    expect(changes.filter(({ isFailure }) => isFailure).map(({ kind }) => kind)).toEqual(['end'])
  })

  it('an unread line, and totals that are not what was served', () => {
    const torn = changed((lines) => [...lines.slice(0, -1), '{"type":"assi', ...lines.slice(-1)])
    expect(changesTo(torn)).toContainEqual({
      what: 'not read fully',
      kind: 'not-json',
      key: 'is no JSON object: {"type":"assi',
      isFailure: true,
    })
    const more = changed((lines) =>
      lines.map((line) => line.replaceAll(/"outputTokens":\d+/g, '"outputTokens":999')),
    )
    expect(changesTo(more)).toContainEqual({
      what: 'not read fully',
      kind: 'usage',
      key: 'the totals are not what was served',
      isFailure: true,
    })
  })

  it('what was not read before either is told, and no failure', () => {
    const line = JSON.stringify({ type: 'weather' })
    const before = changed((lines) => [...lines, line])
    const { changes } = compareRecordings([before], [before])
    expect(changes.map(({ what, isFailure }) => ({ what, isFailure }))).toEqual([
      { what: 'kind not listed', isFailure: false },
    ])
  })

  it('a text that has moved, in the payload where it is', () => {
    const moved = edited('assistant', (line) => {
      const message = line.message as { content: { type: string; text?: string }[] }
      const content = message.content.map((block) =>
        block.type === 'text' ? { type: 'text', text: `${block.text} Moved.` } : block,
      )
      return { ...line, message: { ...message, content } }
    })
    expect(changesTo(moved)).toEqual([
      { what: 'event differs', kind: 'message assistant', key: 'text', isFailure: false },
    ])
  })

  it('is a table of one line per change, failures first', () => {
    const line = JSON.stringify({ type: 'weather', text: 'x\n|'.repeat(200) })
    const now = edited('result', (result) => ({ ...result, sunny: true }))
    const table = describeChanges(
      compareRecordings([BEFORE], [{ ...now, lines: [...now.lines, line] }]).changes,
    ).split('\n')
    expect(table).toHaveLength(4)
    expect(table[2]).toMatch(/^\| FAIL kind not listed \| weather \|/)
    expect(table[3]).toMatch(/\| new key {14}\| result {2}\| sunny: boolean \| text-bash \| true/)
    expect(new Set(table.map((row) => row.length)).size).toBe(1)
  })
})
