import type { HarnessFacts } from '../harness-facts.ts'

/** What happened in the recordings of opencode. */
export const opencode: HarnessFacts = {
  folder: 'opencode',
  protocolOf: () => 'opencode-json',
  ends: {
    'bad-config': ['failed', 'exit'],
    'error-401': ['failed', 'auth'],
    'error-429-forever': ['interrupted', null],
    'error-after-tool': ['failed', 'api_error'],
    'error-context-length': ['failed', 'context_limit'],
    // A rejected permission ends the run at once, with exit code 0.
    'external-dir': ['no-result', 'permission'],
    'shell-rejected': ['no-result', 'permission'],
    '1.18.33 permission-ask': ['no-result', 'permission'],
    '1.1.34 permission-ask': ['interrupted', null],
    // The line says only that the server failed.
    'model-missing': ['failed', null],
    'no-json': ['no-result', null],
    'no-prompt': ['failed', 'exit'],
    'resume-unknown': ['failed', 'exit'],
    '1.1.34 reasoning': ['failed', 'exit'],
    '1.18.33 sigint': ['interrupted', null],
    sigterm: ['interrupted', null],
    // The signal reached the npm wrapper alone: the native program went on to its normal end.
    '1.1.34 sigint': ['succeeded', null],
  },
  foreign: {
    'no-json': 'prose, for --format json was not asked for',
    '1.1.34 permission-ask': 'a prompt for a terminal, though --format json was asked for',
    '1.1.34 reasoning': 'the help text, for 1.1.34 has no --thinking',
  },
  usageExceptions: {
    task: 'the calls of the subagent are not printed',
    '1.18.33 sigint': 'killed before the step_finish line of its only call',
    sigterm: 'killed before the step_finish line of its only call',
  },
  textExceptions: {
    task: 'the words of the subagent are only in the result of the task call',
  },
  toolsWithoutKind: ['frobnicate', 'demo_echo', 'demo_add', 'demo_fail'],
}
