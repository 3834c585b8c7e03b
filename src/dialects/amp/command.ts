import type { HarnessCommand, WordEdit } from '../../core/dialect.ts'
import { appendWords, hasFlag } from '../../core/flags.ts'

/** Words between which a thread is named: `amp threads continue T-… -x`. */
const CONTINUE = ['threads', 'continue']

/** How `amp` is told to print its events, and to go on with a thread. */
export const ampCommand: HarnessCommand = {
  programs: ['amp'],

  protocolEdits(words: readonly string[]): readonly WordEdit[] {
    if (hasFlag(words, ['--stream-json'])) return []
    // The format is only heeded where the program does not wait for a person.
    const execute = hasFlag(words, ['-x', '--execute']) ? [] : ['-x']
    return [appendWords(words, [...execute, '--stream-json'])]
  },

  resumeEdits(words: readonly string[], _protocol: string, sessionId: string): readonly WordEdit[] {
    const isContinued = words[1] === CONTINUE[0] && words[2] === CONTINUE[1]
    return [{ at: 1, remove: isContinued ? 3 : 0, insert: [...CONTINUE, sessionId] }]
  },
}
