import type { Recording } from '../../recordings.ts'
import type { HarnessFacts } from '../harness-facts.ts'

const COUNTED_TWICE =
  'adds the counters of message_start and message_delta, of which the API repeats the prompt side'
const NO_WARM_UP = 'never reports the warm-up calls of its built-in agents'
const ZERO =
  'states zero for calls that were served after a retry, over the budget, or beside a local command'
const BOTH_PROCESSES =
  'the server also served the first process; the second alone is exact (test/ledger/claude.test.ts)'
const CUT = 'the CLI does not count a call whose stream was cut and asked again'
const SIDE_CALLS = 'side calls come after the last result'

function listed(version: string, reason: string, scenarios: string): Record<string, string> {
  return Object.fromEntries(scenarios.split(' ').map((scenario) => [`${version} ${scenario}`, reason]))
}

/** What is known of the recordings of Claude Code. */
export const claude: HarnessFacts = {
  folder: 'claude',
  protocolOf: ({ args }: Recording) => (args.includes('--input-format') ? 'claude-stream' : 'claude-json'),
  ends: {
    'err-400-too-long': ['failed', 'context_limit'],
    'err-401': ['failed', 'auth'],
    'err-404-model': ['failed', 'model_not_found'],
    'err-429': ['failed', 'rate_limit'],
    'err-529': ['failed', 'overloaded'],
    'err-after-tool': ['failed', 'overloaded'],
    'err-refused': ['failed', 'api_error'],
    'max-budget': ['failed', 'budget'],
    'max-turns-1': ['failed', 'max_turns'],
    'stop-max-tokens': ['failed', 'output_limit'],
    'stop-refusal': ['failed', 'refusal'],
    'resume-missing': ['failed', null],
    'no-prompt': ['failed', 'exit'],
    'no-verbose': ['failed', 'exit'],
    'output-text': ['no-result', null],
    sigint: ['interrupted', null],
    sigkill: ['interrupted', null],
    'sigkill-midline': ['interrupted', null],
    sigterm: ['interrupted', null],
    // 2.0.77 breaks its stream when a background job ends, and says so.
    '2.0.77 bash-background-stream': ['failed', null],
  },
  // Up to 2.1.112 the CLI swallows SIGINT in a tool: no result, exit 0.
  stoppedByUser: ['sigint'],
  foreign: {
    'output-text': 'prose was asked for',
    'sigkill-midline': 'the last line is cut by SIGKILL',
  },
  statesUsage: ({ lines }) => lines.some((line) => line.includes('"total_cost_usd":')),
  usageExceptions: {
    ...listed(
      '1.0.60',
      COUNTED_TWICE,
      'max-turns-1 multi-block stream-two-turns subagent text-bash text-plain todo-write',
    ),
    ...listed(
      '2.0.77',
      NO_WARM_UP,
      'model-alias-sonnet model-default model-opus-5 model-sonnet-4-5-1m subagent-background text-plain text-two-blocks text-unicode thinking-redacted',
    ),
    ...listed('2.0.77', ZERO, 'err-500-recovered max-budget slash-context'),
    ...listed('2.1.332', CUT, 'err-stream-cut err-stream-overloaded nonstream-fallback'),
    ...listed('2.1.332', SIDE_CALLS, 'prompt-suggestions stream-controls'),
    resume: BOTH_PROCESSES,
  },
  textExceptions: {},
  // NoSuchTool is the scripted model's; the others neither read, write, run nor plan anything.
  toolsWithoutKind: ['StructuredOutput', 'AskUserQuestion', 'NoSuchTool', 'SendUserMessage', 'Skill'],
}
