import { isAgentProtocol } from '../../../src/index.ts'
import type { Recording } from '../../recordings.ts'
import type { HarnessFacts } from '../harness-facts.ts'
import { HARNESSES } from '../harnesses.ts'

type Tables = Partial<
  Pick<HarnessFacts, 'ends' | 'foreign' | 'usageExceptions' | 'textExceptions' | 'toolsWithoutKind'>
>
type End = readonly [status: string, reason: string | null]

const SUCCEEDED: End = ['succeeded', null]

/** How the lab's scenarios end, where the harness tells it. */
const ENDS: Readonly<Record<string, End>> = {
  error: ['failed', 'api_error'],
  'error-after-tool': ['failed', 'api_error'],
  unauthorized: ['failed', 'auth'],
  'token-limit': ['failed', 'output_limit'],
  interrupt: ['interrupted', null],
}

const NO_USAGE_ON_INTERRUPT = 'an interrupted turn states no usage'
const NO_USAGE_ON_FAILURE = 'a failed turn states no usage'
const PRINTED_PIECES = 'prints the pieces of an answer that was cut'
const PLAYED_AGAIN = 'session/load plays the turns of before again'
const OWN_WORDS = 'the agent adds words of its own as messages of the assistant'
const CACHE_IS_INSIDE = 'the tokens from the cache are inside the input, and not told apart'
const WAITS = 'asks on the terminal, in the middle of its stream, and waits for a person'
const CUT_BY_EXIT = 'exits before its pipe is drained: the last line is cut, the result is missing'

/** What is known of the lab's recordings of one harness, beyond what its other recordings tell. */
const BY_HARNESS: Readonly<Record<string, Tables>> = {
  claude: {
    usageExceptions: {
      cut: 'counts what it had of the call that was cut',
      '2.1.112 interrupt': NO_USAGE_ON_INTERRUPT,
    },
  },
  codex: {
    // 0.142.5 does not ask again.
    ends: { '0.142.5 rate-limit': ['failed', 'rate_limit'] },
    usageExceptions: {
      ...listed(
        '0.142.5 does not tell tokens written into the cache from the input',
        'cut denied edit huge mcp parallel plain plan resume.1 session shell-fail shell subagent thinking unicode unknown-tool',
        '0.142.5 ',
      ),
      'error-after-tool': NO_USAGE_ON_FAILURE,
      'token-limit': NO_USAGE_ON_FAILURE,
      interrupt: NO_USAGE_ON_INTERRUPT,
      'resume.2': "the totals are the thread's",
    },
  },
  cline: { toolsWithoutKind: ['demo__fail'] },
  copilot: {
    ends: { 'token-limit': SUCCEEDED },
    textExceptions: { 'token-limit': 'says only the last of its continuations whole' },
  },
  gemini: {
    ends: { cut: ['failed', 'api_error'], 'token-limit': SUCCEEDED, huge: ['no-result', null] },
    foreign: { huge: CUT_BY_EXIT },
    usageExceptions: { interrupt: NO_USAGE_ON_INTERRUPT, huge: CUT_BY_EXIT },
    textExceptions: {
      cut: PRINTED_PIECES,
      huge: CUT_BY_EXIT,
      unicode: 'takes escape sequences out of the answer',
    },
  },
  kimi: {
    // Why a run failed is on stderr only.
    ends: {
      error: ['failed', 'exit'],
      'error-after-tool': ['failed', 'exit'],
      unauthorized: ['failed', 'exit'],
      'token-limit': SUCCEEDED,
    },
  },
  opencode: {
    ends: {
      // The stop reason is `length`, and the turn ends as any other.
      'token-limit': SUCCEEDED,
      // Rejects by itself what it would ask, and stops there with exit code 0.
      '1.18.33 denied': ['no-result', 'permission'],
      '1.1.34 denied': ['interrupted', null],
    },
    foreign: { '1.1.34 denied': WAITS },
    textExceptions: { '1.1.34 denied': WAITS },
    usageExceptions: { '1.1.34 denied': WAITS, interrupt: NO_USAGE_ON_INTERRUPT },
  },
  pi: {
    ends: { 'token-limit': SUCCEEDED },
    textExceptions: { cut: PRINTED_PIECES },
  },
  qwen: {
    ends: { 'token-limit': SUCCEEDED },
    usageExceptions: {
      'resume.2': 'counts the calls that it makes for its own memory, which it does not print',
    },
    textExceptions: { cut: PRINTED_PIECES },
  },
  'claude-agent-acp': {
    usageExceptions: {
      'error-after-tool': NO_USAGE_ON_FAILURE,
      'token-limit': NO_USAGE_ON_FAILURE,
      interrupt: NO_USAGE_ON_INTERRUPT,
      cut: 'counts what it had of the call that was cut',
    },
    textExceptions: {
      error: OWN_WORDS,
      'error-after-tool': OWN_WORDS,
      unauthorized: OWN_WORDS,
      'token-limit': OWN_WORDS,
      'resume.2': PLAYED_AGAIN,
    },
  },
  'codex-acp': {
    // The error says in words what it was.
    ends: {
      error: ['failed', null],
      'error-after-tool': ['failed', null],
      'token-limit': ['failed', null],
      // It does not ask again.
      'rate-limit': ['failed', 'rate_limit'],
      // Refusing a call ends the turn.
      denied: ['interrupted', null],
    },
    textExceptions: { cut: PRINTED_PIECES, 'resume.2': PLAYED_AGAIN },
  },
  'gemini-acp': {
    ends: {
      cut: ['failed', 'api_error'],
      'token-limit': SUCCEEDED,
    },
    usageExceptions: {
      ...listed(
        CACHE_IS_INSIDE,
        'denied edit huge mcp parallel plain plan rate-limit resume.1 resume.2 session shell-fail shell subagent thinking token-limit unicode unknown-tool',
      ),
      'error-after-tool': NO_USAGE_ON_FAILURE,
      interrupt: NO_USAGE_ON_INTERRUPT,
    },
    textExceptions: { cut: PRINTED_PIECES, 'resume.2': PLAYED_AGAIN },
  },
  'qwen-acp': {
    ends: { 'token-limit': SUCCEEDED },
    usageExceptions: {
      'resume.2': PLAYED_AGAIN,
      'token-limit': 'states the last of its continuations only',
    },
    textExceptions: { cut: PRINTED_PIECES, 'resume.2': PLAYED_AGAIN },
  },
  'copilot-acp': {
    // The agent answers `end_turn`, and says errors in words of its own.
    ends: {
      error: SUCCEEDED,
      'error-after-tool': SUCCEEDED,
      unauthorized: SUCCEEDED,
      'token-limit': SUCCEEDED,
    },
    textExceptions: {
      ...listed(OWN_WORDS, 'cut denied edit error error-after-tool unauthorized'),
      'resume.2': PLAYED_AGAIN,
    },
  },
  'kimi-acp': {
    // The agent answers `end_turn`, and says nothing of an error.
    ends: { error: SUCCEEDED, 'error-after-tool': SUCCEEDED, 'token-limit': SUCCEEDED },
    textExceptions: { cut: PRINTED_PIECES, 'resume.2': PLAYED_AGAIN },
  },
}

/** Folders of fixtures/recordings whose name is not the lab's name of the harness. */
const FIXTURE_FOLDERS: Readonly<Record<string, string>> = {
  'claude-stream': 'claude',
  cline: 'cline-cli',
  copilot: 'copilot-cli',
  'copilot-acp': 'copilot-cli',
  gemini: 'gemini-cli',
  'gemini-acp': 'gemini-cli',
  kimi: 'kimi-code',
  'kimi-acp': 'kimi-code',
  qwen: 'qwen-code',
  'qwen-acp': 'qwen-code',
}

/** The folder in fixtures/recordings of a harness that the lab calls so. */
export function fixtureFolderOf(harness: string): string {
  return FIXTURE_FOLDERS[harness] ?? harness
}

/** What is known of a recording that the drift lab made; null where no dialect reads its protocol. */
export function labFactsOf(recording: Recording): HarnessFacts | null {
  const { harness, lab } = recording
  const { protocol } = lab ?? {}
  if (!isAgentProtocol(protocol)) return null
  const folder = fixtureFolderOf(harness)
  const known = HARNESSES.find((facts) => facts.folder === folder && facts.protocolOf(recording) === protocol)
  const own = BY_HARNESS[harness] ?? {}
  const everywhere = known?.usageExceptions['*']
  return {
    folder,
    protocolOf: () => protocol,
    stoppedByUser: ['interrupt'],
    ends: { ...ENDS, ...own.ends },
    foreign: own.foreign ?? {},
    usageExceptions: { ...(everywhere === undefined ? {} : { '*': everywhere }), ...own.usageExceptions },
    textExceptions: own.textExceptions ?? {},
    toolsWithoutKind: ['no_such_tool', ...(known?.toolsWithoutKind ?? []), ...(own.toolsWithoutKind ?? [])],
  }
}

function listed(reason: string, scenarios: string, version = ''): Record<string, string> {
  return Object.fromEntries(scenarios.split(' ').map((scenario) => [`${version}${scenario}`, reason]))
}
