import type { HarnessCommand, WordEdit } from '../../core/dialect.ts'
import { appendPrompt, appendWords, dropFlags, hasFlag } from '../../core/flags.ts'

/**
 * How `kimi` is told to print its events, and to go on with a session. The prompt is an argument: without `-p TEXT` the
 * output format is refused (2.1.0), and stdin is not read.
 */
export const kimiCommand: HarnessCommand = {
  programs: ['kimi', 'kimi-code'],

  protocolEdits(words: readonly string[]): readonly WordEdit[] {
    if (hasFlag(words, ['--output-format'])) return []
    return [appendWords(words, ['--output-format', 'stream-json'])]
  },

  resumeEdits(words: readonly string[], _protocol: string, sessionId: string): readonly WordEdit[] {
    const others = dropFlags(words, {
      withValue: ['-r', '--resume', '--session', '-S'],
      alone: ['--continue', '-C'],
    })
    return [...others, appendWords(words, ['-r', sessionId])]
  },

  promptEdits: (words: readonly string[], prompt: string): readonly WordEdit[] => [
    ...dropFlags(words, { withValue: ['-p', '--prompt'] }),
    appendPrompt(words, prompt, '-p'),
  ],
}
