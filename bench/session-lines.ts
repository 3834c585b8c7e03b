const WORDS =
  'the quick brown fox jumps over lazy dogs while agents edit files and run tests again const value return function import export await error warning path src core index'.split(
    ' ',
  )
const TOOLS = ['Bash', 'Read', 'Edit', 'Grep', 'mcp__docs__search']

/** 2025-12-01 00:00:00 UTC */
const START = 1_764_547_200_000

/**
 * An exported task of so many events, the same each time: turns of a human's words, thinking, tool calls with their
 * results, usage and an end. Nine tenths in, seven results hold `needle 0` to `needle 6`.
 */
export function* longSession(events: number): Generator<string> {
  const random = randomNumbers(12_345)
  const taskId = '019ad7a4-2000-7000-8000-000000000001'
  const runId = '019ad7a4-2000-7000-8000-000000000002'
  const times = {
    createdAt: START,
    startedAt: START,
    endedAt: null,
    exitCode: 0,
    signal: null,
    stoppedBy: null,
  }
  const run = { id: runId, protocol: 'jsonl', command: ['agent'], cwd: null, ...times }
  const task = { id: taskId, title: 'Long', titleOrigin: 'human', protocol: 'jsonl', createdAt: START }
  yield JSON.stringify({ agentStream: 1, task, runs: [run] })

  let [count, offset, ts, needles] = [0, 0, START, 0]
  const prose = (words: number): string =>
    Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ')
  const entry = (type: string, payload: Record<string, unknown>): string => {
    ts += 200 + Math.floor(random() * 2_000)
    count++
    const line = JSON.stringify({ type, ...payload })
    const place = offset
    offset += line.length + 1
    return JSON.stringify({ run: 1, ts, offset: place, line })
  }
  const needle = (): string => (count > events * 0.9 && needles < 7 ? ` needle ${needles++}` : '')

  while (count < events) {
    yield entry('message', { role: 'user', text: `please ${prose(20)}`, truncated: false })
    for (let calls = 4 + Math.floor(random() * 6); calls > 0; calls--) {
      const callId = `call-${count}`
      const name = TOOLS[Math.floor(random() * TOOLS.length)]
      const input = JSON.stringify({ command: prose(8), path: `/work/${count}` })
      yield entry('thinking', { text: prose(60), truncated: false })
      yield entry('tool.call', { callId, name, input, truncated: false })
      const counters = { inputTokens: 10, outputTokens: 20, cacheReadTokens: 100, cacheCreationTokens: 5 }
      const context = { model: 'model', contextTokens: 115 + count, messageId: `message-${count}` }
      yield entry('usage', { scope: 'call', ...counters, ...context })
      const output = prose(50 + Math.floor(random() * random() * 400)) + needle()
      yield entry('tool.result', { callId, isError: random() < 0.05, output, truncated: false })
    }
    yield entry('message', { role: 'assistant', text: prose(80), truncated: false })
    yield entry('session.ended', { status: 'succeeded', stopReason: 'end_turn', summary: null })
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}
