import { describe, expect, it } from 'vitest'
import { foldSession, parseLines } from '../../src/index.ts'
import { type Recording, readRecordings } from '../recordings.ts'

/** Recordings whose totals cannot be what the server served, and why: the stream does not hold the difference. */
const EXCEPTIONS: readonly { version: string; scenarios: readonly string[]; reason: string }[] = [
  {
    version: '1.0.60',
    scenarios: [
      'max-turns-1',
      'multi-block',
      'stream-two-turns',
      'subagent',
      'text-bash',
      'text-plain',
      'todo-write',
    ],
    reason: 'adds the counters of message_start and message_delta, of which the API repeats the prompt side',
  },
  {
    version: '2.0.77',
    scenarios: [
      'model-alias-sonnet',
      'model-default',
      'model-opus-5',
      'model-sonnet-4-5-1m',
      'subagent-background',
      'text-plain',
      'text-two-blocks',
      'text-unicode',
      'thinking-redacted',
    ],
    reason: 'never reports the warm-up calls of its built-in agents',
  },
  {
    version: '2.0.77',
    scenarios: ['err-500-recovered', 'max-budget', 'slash-context'],
    reason:
      'states zero for calls that were served after a retry, over the budget, or beside a local command',
  },
  ...['1.0.128', '2.0.77', '2.1.112', '2.1.200', '2.1.332'].map((version) => ({
    version,
    scenarios: ['resume'],
    reason: 'the server also served the first process; the second alone is exact (tested below)',
  })),
  {
    version: '2.1.332',
    scenarios: ['err-stream-cut', 'err-stream-overloaded', 'nonstream-fallback'],
    reason: 'the CLI does not count a call whose stream was cut and asked again',
  },
  {
    version: '2.1.332',
    scenarios: ['prompt-suggestions', 'stream-controls'],
    reason: 'side calls come after the last result',
  },
]

const STATED = readRecordings('claude').filter((recording) =>
  parseLines('claude-json', recording.lines).some((event) => event.payload.scope === 'session'),
)

function isException({ version, scenario }: Recording): boolean {
  return EXCEPTIONS.some((entry) => entry.version === version && entry.scenarios.includes(scenario))
}

/** Input, output, cache read, cache creation that the model server really served, of calls that came through. */
function servedBy(recording: Recording, before: boolean): number[] {
  const calls = recording.apiCalls.filter((call) => call.status === 200 && call.usage && !call.cut)
  const counted = before ? calls : calls.filter((call) => !call.before)
  return ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'].map(
    (key) => counted.reduce((sum, call) => sum + (call.usage?.[key] ?? 0), 0),
  )
}

function folded(recording: Recording): number[] {
  const { usage } = foldSession(parseLines('claude-json', recording.lines), { protocol: 'claude-json' })
  const counters = [usage.inputTokens, usage.outputTokens, usage.cacheReadTokens, usage.cacheCreationTokens]
  return counters.map((counter) => counter ?? 0)
}

describe('the usage ledger, against what the model server served', () => {
  it('covers every recording that states totals, and lists 29 exceptions', () => {
    expect(STATED.length).toBeGreaterThan(250)
    expect(STATED.filter(isException)).toHaveLength(29)
  })

  for (const recording of STATED.filter((one) => !isException(one))) {
    it(`${recording.version} ${recording.scenario}`, () => {
      expect(folded(recording)).toEqual(servedBy(recording, true))
    })
  }

  // An exception that has become exact must leave the list.
  for (const recording of STATED.filter(isException)) {
    it(`exception: ${recording.version} ${recording.scenario}`, () => {
      expect(folded(recording)).not.toEqual(servedBy(recording, true))
    })
  }

  for (const version of ['1.0.128', '2.1.112', '2.1.200', '2.1.332']) {
    it(`${version} resume: the second process alone`, () => {
      const recording = STATED.find((one) => one.version === version && one.scenario === 'resume')
      expect(recording && folded(recording).slice(2)).toEqual(
        recording && servedBy(recording, false).slice(2),
      )
    })
  }
})
