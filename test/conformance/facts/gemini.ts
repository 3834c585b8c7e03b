import type { HarnessFacts } from '../harness-facts.ts'

const NO_RESULT = 'a run that is ended from outside states no figures'
const CUT_BY_EXIT = 'exits before its pipe is drained: the last line is cut, the result is missing'
const NO_STREAM = 'asked for another format'

/** Gemini CLI, in its own format. */
export const gemini: HarnessFacts = {
  folder: 'gemini-cli',
  isOwn: ({ scenario }) => !scenario.startsWith('acp-'),
  protocolOf: () => 'gemini-json',
  ends: {
    'bad-flag': ['failed', 'exit'],
    'no-auth': ['failed', 'exit'],
    'error-400': ['failed', 'api_error'],
    'error-401': ['failed', 'auth'],
    'error-429': ['failed', 'rate_limit'],
    'error-429-quota': ['failed', 'rate_limit'],
    'error-500': ['failed', 'api_error'],
    'error-late': ['failed', 'context_limit'],
    'cut-stream': ['failed', 'api_error'],
    empty: [
      'failed',
      'The model returned an empty response with no text or thoughts. This may be a transient API issue; please try again.',
    ],
    'max-turns': ['failed', 'max_turns'],
    interrupted: ['interrupted', null],
    killed: ['interrupted', null],
    'format-json': ['no-result', null],
    'format-text': ['no-result', null],
    huge: ['no-result', null],
  },
  // SIGINT ends it with exit code 0 and without a result line.
  stoppedByUser: ['interrupted'],
  foreign: { 'format-json': NO_STREAM, 'format-text': NO_STREAM, huge: CUT_BY_EXIT },
  tooLarge: ['huge'],
  usageExceptions: { interrupted: NO_RESULT, killed: NO_RESULT },
  textExceptions: {
    'cut-stream': 'prints the pieces of an answer that was cut',
    subagent: 'prints nothing of what its agents say',
    unicode: 'takes escape sequences out of the answer',
  },
  toolsWithoutKind: ['no_such_tool'],
}
