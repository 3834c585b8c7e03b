import type { HarnessFacts } from '../harness-facts.ts'

/** What the scenarios of every agent have in common. */
const SCENARIOS = {
  'acp-cancel': ['interrupted', null],
  'acp-error': ['failed', 'api_error'],
} as const

const CACHE_IS_INSIDE = 'the tokens from the cache are inside the input, and not told apart'
const OWN_WORDS =
  'the agent adds words of its own (Info: …, Error: …, API Error: …) as messages of the assistant'

function factsOf(folder: string, facts: Partial<HarnessFacts> = {}): HarnessFacts {
  return {
    folder,
    name: `${folder} over ACP`,
    isOwn: ({ scenario }) => scenario.startsWith('acp-'),
    protocolOf: () => 'acp',
    foreign: {},
    usageExceptions: {},
    textExceptions: {},
    toolsWithoutKind: [],
    ...facts,
    ends: { ...SCENARIOS, ...facts.ends },
  }
}

/** Every agent that was recorded over the Agent Client Protocol. */
export const acpAgents: readonly HarnessFacts[] = [
  factsOf('claude-agent-acp', {
    usageExceptions: { 'acp-cancel': 'a cancelled turn states no usage' },
    textExceptions: { 'acp-error': OWN_WORDS },
  }),
  factsOf('codex-acp', { usageExceptions: { '*': 'states the size of the context only' } }),
  factsOf('gemini-cli', {
    usageExceptions: {
      'acp-plain': CACHE_IS_INSIDE,
      'acp-plan': CACHE_IS_INSIDE,
      'acp-reject': CACHE_IS_INSIDE,
      'acp-tools': CACHE_IS_INSIDE,
      'acp-cancel': 'a cancelled turn states no usage',
    },
  }),
  factsOf('qwen-code', {
    // The CLI refuses to sleep, so the turn was over before it was cancelled.
    ends: { 'acp-cancel': ['succeeded', null] },
    usageExceptions: { 'acp-tools': 'the call of its permission classifier is not stated' },
  }),
  factsOf('copilot-cli', {
    // The agent answers `end_turn`, and says the error in words of its own.
    ends: { 'acp-error': ['succeeded', null] },
    textExceptions: {
      'acp-error': OWN_WORDS,
      'acp-tools': OWN_WORDS,
      'acp-reject': OWN_WORDS,
    },
  }),
  factsOf('kimi-code', {
    // The agent answers `end_turn`, and says nothing of the error.
    ends: { 'acp-error': ['succeeded', null] },
    usageExceptions: { '*': 'states the size of the context only' },
  }),
]
