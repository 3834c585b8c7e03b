import type { HarnessFacts } from '../harness-facts.ts'

/** What happened in the recordings of pi. A model call that failed ends with exit code 0. */
export const pi: HarnessFacts = {
  folder: 'pi',
  protocolOf: () => 'pi-json',
  ends: {
    'error-401': ['failed', 'auth'],
    'error-500': ['failed', 'api_error'],
    'error-context-length': ['failed', 'context_limit'],
    sigint: ['interrupted', null],
    sigterm: ['interrupted', null],
    'no-json': ['no-result', null],
    'no-model': ['failed', 'exit'],
    'no-prompt': ['no-result', null],
    'resume-unknown': ['failed', 'exit'],
  },
  foreign: {
    'no-json': 'prose, for --mode json was not asked for',
  },
  usageExceptions: {},
  textExceptions: {
    compaction: 'the summary that the model wrote is in compaction_end, and not said to the human',
  },
  toolsWithoutKind: ['frobnicate'],
}
