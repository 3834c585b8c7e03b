import type { Recording } from '../../recordings.ts'
import type { HarnessFacts } from '../harness-facts.ts'

const HIDDEN_CALLS = 'counts the calls that it makes for its own memory, which it does not print'

/** Qwen Code, in its own format. */
export const qwen: HarnessFacts = {
  folder: 'qwen-code',
  isOwn: ({ scenario }) => !scenario.startsWith('acp-'),
  protocolOf: ({ scenario }: Recording) => (scenario === 'multi-turn' ? 'qwen-stream' : 'qwen-json'),
  ends: {
    'bad-flag': ['failed', 'exit'],
    'no-auth': ['failed', 'auth'],
    'error-400': ['failed', 'api_error'],
    'error-401': ['failed', 'auth'],
    'error-429': ['failed', 'rate_limit'],
    '0.15.10 error-429': ['interrupted', null],
    'error-429-quota': ['interrupted', null],
    'error-500': ['failed', 'api_error'],
    'error-late': ['failed', 'context_limit'],
    'cut-stream': ['failed', 'api_error'],
    empty: ['failed', 'api_error'],
    'max-turns': ['failed', 'exit'],
    interrupted: ['interrupted', null],
    killed: ['interrupted', null],
    'format-json': ['no-result', null],
    'format-text': ['no-result', null],
  },
  foreign: { 'format-json': 'asked for another format', 'format-text': 'asked for another format' },
  usageExceptions: {
    'error-late': HIDDEN_CALLS,
    plain: HIDDEN_CALLS,
    'resume.2': HIDDEN_CALLS,
    thinking: HIDDEN_CALLS,
  },
  textExceptions: {
    'cut-stream': 'prints the pieces of answers that were cut',
    subagent: 'prints nothing of what its agents say',
  },
  toolsWithoutKind: ['no_such_tool'],
}
