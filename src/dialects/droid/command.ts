import type { HarnessCommand, WordEdit } from '../../core/dialect.ts'
import { appendWords, dropFlags, hasFlag } from '../../core/flags.ts'

/** How `droid exec` is told to print its events, and to go on with a session. */
export const droidCommand: HarnessCommand = {
  programs: ['droid'],

  protocolEdits(words: readonly string[]): readonly WordEdit[] {
    if (hasFlag(words, ['--output-format', '-o'])) return []
    return [appendWords(words, ['--output-format', 'stream-json'])]
  },

  resumeEdits(words: readonly string[], _protocol: string, sessionId: string): readonly WordEdit[] {
    const others = dropFlags(words, { withValue: ['-s', '--session-id'] })
    return [...others, appendWords(words, ['-s', sessionId])]
  },
}
