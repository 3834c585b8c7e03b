import type { HarnessFacts } from '../harness-facts.ts'

/** Kimi Code, in its own format. Why a run failed is on stderr only. */
export const kimi: HarnessFacts = {
  folder: 'kimi-code',
  isOwn: ({ scenario }) => !scenario.startsWith('acp-'),
  protocolOf: () => 'kimi-json',
  ends: {
    'bad-flag': ['failed', 'exit'],
    stdin: ['failed', 'exit'],
    'error-400': ['failed', 'exit'],
    'error-401': ['failed', 'exit'],
    'error-429': ['failed', 'exit'],
    'error-429-quota': ['failed', 'exit'],
    'error-late': ['failed', 'exit'],
    interrupted: ['interrupted', null],
    killed: ['interrupted', null],
    // The recorder killed both while the CLI still retried.
    'cut-stream': ['interrupted', null],
    empty: ['interrupted', null],
    'format-text': ['no-result', null],
  },
  foreign: { 'format-text': 'asked for another format' },
  usageExceptions: { '*': 'prints no usage' },
  textExceptions: {
    killed: 'prints a message with a call only once the call has ended',
    subagent: 'prints nothing of what its agents say',
  },
  toolsWithoutKind: ['no_such_tool'],
}
