import type { HarnessCommand, WordEdit } from '../../core/dialect.ts'
import { appendPrompt, appendWords, dropFlags, hasFlag } from '../../core/flags.ts'

/** How `cursor-agent` is told to print its events, and to go on with a session. */
export const cursorCommand: HarnessCommand = {
  programs: ['cursor-agent'],

  protocolEdits(words: readonly string[]): readonly WordEdit[] {
    if (hasFlag(words, ['--output-format'])) return []
    // The format is only heeded in print mode.
    const print = hasFlag(words, ['-p', '--print']) ? [] : ['-p']
    return [appendWords(words, [...print, '--output-format', 'stream-json'])]
  },

  resumeEdits(words: readonly string[], _protocol: string, sessionId: string): readonly WordEdit[] {
    const others = dropFlags(words, { withValue: ['--resume'], alone: ['--continue'] })
    return [...others, appendWords(words, ['--resume', sessionId])]
  },

  promptEdits: (words: readonly string[], prompt: string): readonly WordEdit[] => [
    appendPrompt(words, prompt),
  ],
}
