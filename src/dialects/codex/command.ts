import type { HarnessCommand, WordEdit } from '../../core/dialect.ts'
import { appendWords, endOfFlags, hasFlag } from '../../core/flags.ts'

const PROGRAMS = ['codex']

/** A second one is an error (exit 2, 0.171.0); `--experimental-json` is today's alias, and was a dialect of its own in 0.42.0. */
const JSON_FLAGS = ['--json', '--experimental-json']

const EXEC_WORDS: ReadonlySet<string> = new Set(['exec', 'e'])

/** What may stand behind `exec` in place of a prompt. */
const SUBCOMMANDS: ReadonlySet<string> = new Set(['resume', 'fork', 'review'])

/** Flags of `codex` and `codex exec` whose value is the next word (0.42.0 to 0.171.0). */
const VALUE_FLAGS: ReadonlySet<string> = new Set(
  [
    '-c --config --enable --disable --remote --remote-auth-token-env -m --model --local-provider -p --profile -s',
    '--sandbox -a --ask-for-approval -C --cd --add-dir --thread-source --cyber-access-program --output-schema --color -o',
    '--output-last-message',
  ]
    .join(' ')
    .split(' '),
)

/** What belongs to the first prompt or to its subcommand, and is not said again: with a value, and alone. */
const FIRST_PROMPT_FLAGS: ReadonlySet<string> = new Set(['-i', '--image', '--base', '--commit', '--title'])
const SUBCOMMAND_FLAGS: ReadonlySet<string> = new Set(['--last', '--all', '--uncommitted'])

/** How `codex exec` is told to print its events, and to go on with a session. */
export const codexCommand: HarnessCommand = {
  programs: PROGRAMS,

  protocolEdits(words: readonly string[]): readonly WordEdit[] {
    if (hasFlag(words, JSON_FLAGS)) return []
    if (!runsCodex(words)) return [appendWords(words, ['--json'])]
    const exec = execIndex(words)
    // `codex --json exec` is refused, and without `exec` there is nothing that prints events on request.
    if (exec === -1) return []
    const hasBareDashes = endOfFlags(words) < words.length
    return [hasBareDashes ? { at: exec + 1, insert: ['--json'] } : appendWords(words, ['--json'])]
  },

  resumeEdits(words: readonly string[], _protocol: string, sessionId: string): readonly WordEdit[] | null {
    const resume = { at: words.length, insert: ['resume', sessionId, '-'] }
    if (!runsCodex(words)) return [resume]
    const exec = execIndex(words)
    // An ephemeral session is not kept.
    if (exec === -1 || hasFlag(words, ['--ephemeral'])) return null
    const drops = dropPrompt(words, exec + 1)
    return [resume, ...(hasFlag(words, JSON_FLAGS) ? drops : withJson(drops, exec + 1))]
  },
}

function runsCodex(words: readonly string[]): boolean {
  return /(?:^|\/)codex(?:@[^/]*)?(?:\.(?:exe|cmd|js|mjs))?$/.test(words[0] ?? '')
}

/** Index of the word `exec`, -1 where there is none. */
function execIndex(words: readonly string[]): number {
  const end = endOfFlags(words)
  for (let at = 1; at < end; at++) {
    const word = words[at] ?? ''
    if (EXEC_WORDS.has(word)) return at
    if (VALUE_FLAGS.has(word)) at++
    else if (!word.startsWith('-')) return -1
  }
  return -1
}

/**
 * The edits that take the first run's prompt out, with its pictures, and the subcommand that gave it: `-s` and others
 * are refused behind the word `resume` (0.171.0), so what stays has to stand before it.
 */
function dropPrompt(words: readonly string[], from: number): WordEdit[] {
  const edits: WordEdit[] = []
  const end = endOfFlags(words)
  for (let at = from; at < end; at++) {
    const word = words[at] ?? ''
    if (VALUE_FLAGS.has(word)) at++
    else if (FIRST_PROMPT_FLAGS.has(word)) edits.push({ at, remove: 1, insert: [] })
    else if (isDropped(word)) edits.push({ at, remove: 1, insert: [] })
  }
  if (end < words.length) edits.push({ at: end, remove: words.length - end, insert: [] })
  return edits
}

/** The edits with the flag put in at one place, where another edit may take a word out. */
function withJson(edits: readonly WordEdit[], at: number): WordEdit[] {
  const here = edits.find((edit) => edit.at === at) ?? { at }
  return [...edits.filter((edit) => edit.at !== at), { ...here, insert: ['--json'] }]
}

/** Whether a word is no flag that the follow-up needs. A flag's value that is a word of its own is dropped like a prompt. */
function isDropped(word: string): boolean {
  if (SUBCOMMANDS.has(word) || SUBCOMMAND_FLAGS.has(word) || word === '-' || !word.startsWith('-'))
    return true
  return [...FIRST_PROMPT_FLAGS].some((flag) => flag.startsWith('--') && word.startsWith(`${flag}=`))
}
