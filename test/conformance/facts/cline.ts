import type { HarnessFacts } from '../harness-facts.ts'

/** Cline. */
export const cline: HarnessFacts = {
  folder: 'cline-cli',
  protocolOf: () => 'cline-json',
  ends: {
    'bad-flag': ['failed', 'exit'],
    stdin: ['failed', 'exit'],
    'resume.2': ['failed', 'exit'],
    'error-400': ['failed', 'api_error'],
    'error-401': ['failed', 'auth'],
    'error-429': ['failed', 'rate_limit'],
    'error-429-quota': ['failed', 'rate_limit'],
    'error-500': ['failed', 'api_error'],
    'error-late': ['failed', 'context_limit'],
    'cut-stream': ['failed', 'api_error'],
    empty: ['failed', 'api_error'],
    'max-tokens': ['failed', 'output_limit'],
    interrupted: ['interrupted', null],
    killed: ['interrupted', null],
    'format-text': ['no-result', null],
  },
  foreign: { 'format-text': 'asked for another format' },
  usageExceptions: {},
  textExceptions: { 'cut-stream': 'prints the beginning of an answer that was cut' },
  toolsWithoutKind: ['no_such_tool', 'demo__echo', 'update_todo'],
}
