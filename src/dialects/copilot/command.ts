import type { HarnessCommand, WordEdit } from '../../core/dialect.ts'
import { appendWords, dropFlags, hasFlag } from '../../core/flags.ts'

/** How `copilot` is told to print its events, and to go on with a session. It takes the prompt on stdin (1.0.102). */
export const copilotCommand: HarnessCommand = {
  programs: ['copilot'],

  protocolEdits(words: readonly string[]): readonly WordEdit[] {
    if (hasFlag(words, ['--output-format'])) return []
    return [appendWords(words, ['--output-format', 'json'])]
  },

  resumeEdits(words: readonly string[], _protocol: string, sessionId: string): readonly WordEdit[] {
    const others = dropFlags(words, { withValue: ['--resume', '--session-id'], alone: ['--continue'] })
    // The value of --resume may be left out, so it has to stand in the same word.
    return [...others, appendWords(words, [`--resume=${sessionId}`])]
  },
}
