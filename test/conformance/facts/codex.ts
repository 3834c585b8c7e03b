import type { HarnessFacts } from '../harness-facts.ts'

const NO_USAGE_ON_FAILURE = 'turn.failed states no usage, and exec no call'
const ENDED_BY_SIGNAL = 'the totals come with the end of the turn, which a signal left out'
const OF_THE_THREAD = "the totals are the thread's, with the turns of the processes before"
const NOT_TOLD = 'exec tells nothing of what an agent said to the agent that called it'

/** What is known of the recordings of Codex. */
export const codex: HarnessFacts = {
  folder: 'codex',
  protocolOf: () => 'codex-json',
  ends: {
    'error-400': ['failed', 'api_error'],
    'error-401': ['failed', 'auth'],
    'error-404': ['failed', 'model_not_found'],
    'error-429': ['failed', 'rate_limit'],
    'error-429-usage-limit': ['failed', 'rate_limit'],
    'error-500': ['failed', 'api_error'],
    'error-after-tool': ['failed', 'api_error'],
    'error-context-length': ['failed', 'context_limit'],
    'app-server-error': ['failed', 'api_error'],
    incomplete: ['failed', 'output_limit'],
    disconnect: ['failed', 'api_error'],
    'idle-timeout': ['failed', 'api_error'],
    'bad-key-missing': ['failed', 'auth'],
    'bad-config': ['failed', 'exit'],
    'no-prompt': ['failed', 'exit'],
    'resume-unknown': ['failed', 'exit'],
    sigint: ['interrupted', null],
    sigterm: ['interrupted', null],
    'app-server-interrupt': ['interrupted', null],
    'no-json': ['no-result', null],
    // 0.42.0 prints no end of a turn, and exits with 0 whatever came of it.
    'legacy-042': ['no-result', null],
    'mcp-042': ['no-result', null],
    'experimental-042': ['no-result', null],
    'experimental-401': ['no-result', 'exceeded retry limit, last status: 401 Unauthorized'],
  },
  // SIGINT makes Codex exit with 1, as a failure would.
  stoppedByUser: ['sigint'],
  foreign: { 'no-json': 'without --json exec prints prose' },
  usageExceptions: {
    'error-after-tool': NO_USAGE_ON_FAILURE,
    incomplete: NO_USAGE_ON_FAILURE,
    sigint: ENDED_BY_SIGNAL,
    sigterm: ENDED_BY_SIGNAL,
    'resume-2': OF_THE_THREAD,
    fork: OF_THE_THREAD,
    'app-server-resume-2': OF_THE_THREAD,
    review: 'exec review states zeros (0.171.0)',
    subagents: "exec's totals leave out the calls of agents that the agent called",
    'subagents-v2': "exec's totals leave out the calls of agents that the agent called",
    'experimental-042': '0.42.0 --experimental-json prints no usage',
    'no-json': 'prose',
  },
  textExceptions: {
    subagents: NOT_TOLD,
    'subagents-v2': NOT_TOLD,
    compaction: 'the summary goes to the model only',
    review: 'the review is served as JSON and printed in words',
    'no-json': 'prose',
  },
  toolsWithoutKind: [],
}
