import type { HarnessCommand, WordEdit } from '../../core/dialect.ts'
import { appendPrompt, appendWords, hasFlag } from '../../core/flags.ts'

/**
 * How `cline` is told to print its events. The prompt is an argument of several words: a single word, and stdin, were refused
 * (3.0.65). So was `--id`, which names a session to go on with, together with `--json`.
 */
export const clineCommand: HarnessCommand = {
  programs: ['cline'],

  protocolEdits(words: readonly string[]): readonly WordEdit[] {
    return hasFlag(words, ['--json']) ? [] : [appendWords(words, ['--json'])]
  },

  resumeEdits: () => null,

  promptEdits: (words: readonly string[], prompt: string): readonly WordEdit[] => [
    appendPrompt(words, prompt),
  ],
}
