import { describe, expect, it } from 'vitest'
import { foldSession, isInteractive, parseLines, type SessionState } from '../../src/index.ts'
import { readWhole } from '../conformance/checks.ts'
import { claude } from '../conformance/facts/claude.ts'
import { type Recording, readRecordings } from '../recordings.ts'

/** Up to 2.1.112 the CLI swallows SIGINT in a tool: no result, exit 0. Only who sent it knows. */
const SILENT_INTERRUPTS = new Set(['1.0.60', '1.0.128', '2.0.77', '2.1.112'])

function fold(recording: Recording, isOver: boolean): SessionState {
  if (isOver) return readWhole(recording, claude).state
  const protocol = claude.protocolOf(recording)
  return foldSession(parseLines(protocol, recording.lines), { protocol })
}

// That every recorded run ended as it did is tested for all harnesses in test/conformance.
describe('the status of a task is what happened', () => {
  it('while the process lives, a closed turn of a one-shot run has its word, and one with open stdin waits', () => {
    for (const recording of readRecordings('claude').filter(({ scenario }) =>
      scenario.endsWith('two-turns'),
    )) {
      expect(fold(recording, false).status).toBe('waiting')
    }
    expect(isInteractive('claude-stream')).toBe(true)
    for (const recording of readRecordings('claude').filter(({ scenario }) => scenario === 'text-plain')) {
      expect(fold(recording, false).status).toBe('succeeded')
    }
  })

  it('before SIGINT is known to come from a person, versions that swallow it have no result', () => {
    for (const recording of readRecordings('claude').filter(({ scenario }) => scenario === 'sigint')) {
      const events = parseLines('claude-json', recording.lines)
      const exit = { exitCode: recording.exitCode, signal: null, stoppedBy: null }
      const { status } = foldSession(events, { protocol: 'claude-json', exit })
      expect(status).toBe(SILENT_INTERRUPTS.has(recording.version) ? 'no-result' : 'interrupted')
    }
  })

  it('an open permission request needs input until its call has a result', () => {
    for (const recording of readRecordings('claude').filter(
      ({ scenario }) => scenario === 'perm-stdio-allow',
    )) {
      const events = parseLines('claude-json', recording.lines)
      const asked = events.findIndex((event) => event.type === 'raw' && 'notice' in event.payload)
      const open = foldSession(events.slice(0, asked + 1), { protocol: 'claude-stream' })
      expect(open.status).toBe('needs-input')
      expect(open.needs[0]).toMatchObject({ kind: 'permission', callId: open.openCalls[0]?.callId })
      const answered = events.findIndex((event) => event.type === 'tool.result')
      expect(foldSession(events.slice(0, answered + 1), { protocol: 'claude-stream' }).status).toBe('running')
    }
  })

  it('a finished turn with work in the background is not the end', () => {
    for (const recording of readRecordings('claude').filter(
      ({ scenario, version }) => scenario === 'bash-background-stream' && version.startsWith('2.1'),
    )) {
      const events = parseLines('claude-stream', recording.lines)
      const firstEnd = events.findIndex((event) => event.type === 'session.ended')
      const between = foldSession(events.slice(0, firstEnd + 1), { protocol: 'claude-stream' })
      expect(between.status).toBe('background')
      expect(between.background).toMatchObject([{ kind: 'local_bash' }])
      const origins = events
        .filter((event) => event.type === 'session.ended')
        .map((event) => event.payload.origin ?? null)
      expect(origins).toEqual(
        recording.version !== '2.1.112' ? [null, 'background', null] : [null, null, null],
      )
      expect(fold(recording, false).background).toEqual([])
    }
  })

  it('plans made step by step are one plan', () => {
    for (const recording of readRecordings('claude').filter(({ scenario }) => scenario === 'tasks')) {
      expect(fold(recording, true).plan).toEqual([
        { id: '1', text: 'Lire le README', status: 'completed' },
        { id: '2', text: 'Écrire STREAM.md', status: 'cancelled' },
      ])
    }
    for (const recording of readRecordings('claude').filter(({ scenario }) => scenario === 'todo-write')) {
      const done = ['completed', 'completed', 'completed']
      // 1.0.60 refuses the calls ("required parameter `todos` is missing"): there never was a plan.
      const expected = recording.version === '1.0.60' ? undefined : done
      expect(fold(recording, true).plan?.map((step) => step.status)).toEqual(expected)
    }
  })

  it('a compaction, and /clear, empty the context until the next call', () => {
    for (const recording of readRecordings('claude').filter(({ scenario }) => scenario === 'compact')) {
      const events = parseLines('claude-stream', recording.lines)
      const at = events.findIndex((event) =>
        JSON.stringify(event.payload.notice ?? null).includes('"compaction"'),
      )
      expect(foldSession(events.slice(0, at)).usage.contextTokens).toBeGreaterThan(0)
      expect(foldSession(events.slice(0, at + 1)).usage.contextTokens).toBeNull()
      expect(foldSession(events).usage.contextTokens).toBeGreaterThan(0)
    }
  })
})
