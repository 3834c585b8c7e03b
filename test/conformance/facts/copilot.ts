import type { HarnessFacts } from '../harness-facts.ts'

/** Copilot CLI, in its own format. */
export const copilot: HarnessFacts = {
  folder: 'copilot-cli',
  isOwn: ({ scenario }) => !scenario.startsWith('acp-'),
  protocolOf: () => 'copilot-json',
  ends: {
    'bad-flag': ['failed', 'exit'],
    'no-auth': ['failed', 'exit'],
    'error-400': ['failed', 'api_error'],
    'error-401': ['failed', 'auth'],
    'error-429': ['failed', 'rate_limit'],
    'error-429-quota': ['failed', 'rate_limit'],
    'error-500': ['failed', 'api_error'],
    'error-late': ['failed', 'api_error'],
    'cut-stream': ['failed', 'api_error'],
    empty: ['failed', 'api_error'],
    interrupted: ['interrupted', null],
    killed: ['interrupted', null],
    'format-text': ['no-result', null],
  },
  foreign: { 'format-text': 'asked for another format' },
  usageExceptions: { '*': 'prints no tokens where the model is the user’s own' },
  textExceptions: {
    'max-tokens': 'prints the first parts of an answer that went on only in pieces',
  },
  // `sql` works on the session's own database, where the plan lives too.
  toolsWithoutKind: ['no_such_tool', 'sql'],
}
