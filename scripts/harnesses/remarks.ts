/** What people say of a harness, where it cannot be computed from its recordings. */
export type HarnessRemarks = {
  /** The product's name. */
  title: string
  /** How it is told what to do. */
  prompt: string
  /** What its stream does not say, or says in a way that surprises, with versions. */
  says: readonly string[]
}

const OVER_ACP = 'a request on stdin'

/** By the name of the harness's facts (test/conformance/facts), or of the dialect where there are no recordings. */
export const REMARKS: Readonly<Record<string, HarnessRemarks>> = {
  claude: {
    title: 'Claude Code',
    prompt: 'stdin or argument; turns on stdin with `claude-stream`',
    says: [
      'The counts of calls are snapshots taken while the model still writes; the totals of the result are exact.',
      'Calls that are made besides (warm-up of agents in 2.0.77, cut streams in 2.1.332) are in no total.',
      'Up to 2.1.112 SIGINT in a tool leaves no result and exit code 0: only who sent it knows.',
    ],
  },
  codex: {
    title: 'Codex CLI',
    prompt: 'stdin (`-`) or argument',
    says: [
      "`exec --json` states totals at the end of a turn only, and none when the turn failed; they are the thread's, over all processes.",
      '`exec` names no model, window or tools, and prints no cost; the lines of `app-server` say more.',
      '0.42.0 prints no end of a turn, and exits with 0 whatever came of it.',
    ],
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    prompt: 'stdin or argument',
    says: [
      'Prints no thinking, no usage of single calls and nothing of what its agents say; reaching the output limit looks like success.',
      'A run that is ended from outside states no figures.',
    ],
  },
  'qwen-code': {
    title: 'Qwen Code',
    prompt: 'stdin or argument',
    says: [
      'States no cost and no reason of the stop; the turn limit prints no result (exit code 53).',
      'An API error is printed as a text of the assistant.',
    ],
  },
  'copilot-cli': {
    title: 'Copilot CLI',
    prompt: 'stdin or argument',
    says: [
      'Prints no token counts on stdout (1.0.102); they are in a file of the session.',
      'The plan is a table of its own database; the session id comes with the last line.',
    ],
  },
  opencode: {
    title: 'opencode',
    prompt: 'stdin or argument',
    says: [
      'Names no model, window or folder, and states no totals: the usage of its calls is summed.',
      'Thinking is printed with `--thinking` only, which 1.1.34 rejects. An answer cut at the output limit ends as any other.',
    ],
  },
  pi: {
    title: 'pi',
    prompt: 'stdin or argument',
    says: [
      'States no window, and exits with 0 after every failure of the model: the last message says that it was one.',
      'Has a plan only with an extension. An answer cut at the output limit ends as any other.',
    ],
  },
  'kimi-code': {
    title: 'Kimi Code',
    prompt: 'argument (`-p`)',
    says: [
      'Prints no usage, no model and no thinking; a result has no flag that says it failed.',
      'The session id is in the last line of a run that ended well; why a run failed is on stderr only.',
      'An answer cut at the output limit ends as any other.',
    ],
  },
  'cline-cli': {
    title: 'Cline CLI',
    prompt: 'argument',
    says: ['The lines of two agents that run side by side have no mark that tells them apart.'],
  },
  cursor: {
    title: 'Cursor CLI',
    prompt: 'argument',
    says: ['Not on npm, so there are no real lines; the published description has no usage.'],
  },
  amp: {
    title: 'Amp',
    prompt: 'argument',
    says: ['Needs its service, so there are no real lines.'],
  },
  droid: {
    title: 'Droid (Factory)',
    prompt: 'argument',
    says: ['Needs a login, so there are no real lines.'],
  },
  'claude-agent-acp over ACP': {
    title: 'Claude Code over ACP',
    prompt: OVER_ACP,
    says: ['A cancelled turn states no usage.'],
  },
  'codex-acp over ACP': {
    title: 'Codex over ACP',
    prompt: OVER_ACP,
    says: ['States the size of the context only.'],
  },
  'gemini-cli over ACP': {
    title: 'Gemini CLI over ACP',
    prompt: OVER_ACP,
    says: [
      'Tokens from the cache are inside the input; sends no output of commands, and nothing of a call that was refused.',
    ],
  },
  'qwen-code over ACP': {
    title: 'Qwen Code over ACP',
    prompt: OVER_ACP,
    says: ['The call of its permission classifier is not stated.'],
  },
  'copilot-cli over ACP': {
    title: 'Copilot CLI over ACP',
    prompt: OVER_ACP,
    says: [
      'Says errors in words of its own, as messages of the assistant, and ends such a turn as a success.',
    ],
  },
  'kimi-code over ACP': {
    title: 'Kimi Code over ACP',
    prompt: OVER_ACP,
    says: ['States the size of the context only, and nothing of an error.'],
  },
}

/** Harnesses that have no dialect yet, and why. */
export const WAITING: readonly (readonly [harness: string, reason: string])[] = [
  [
    'Antigravity CLI (`agy`)',
    'follows Gemini CLI and has a stream of its own; not on npm, so there are no real lines to be had yet',
  ],
  ['Goose', 'not on npm; there are no real lines to be had yet'],
  ['Auggie (0.36.0)', 'prints one object at the end, no stream; live events over ACP only'],
  ['Continue (`cn` 1.5.47)', 'prints one object at the end, no stream; calls of tools are not in it'],
  ['Crush (0.96.1)', 'its npm package could not be installed where we record; no stream is known'],
]
