import type { HarnessCommand, WordEdit } from '../../core/dialect.ts'
import { appendWords, dropFlags, hasFlag } from '../../core/flags.ts'

/** A command that already names a session, or forks one, would contradict the one to go on with. */
const SESSION_FLAGS = { withValue: ['--session', '-s'], alone: ['--continue', '-c', '--fork'] }

/** How `opencode run` is told to print its events, and to go on with a session. */
export const opencodeCommand: HarnessCommand = {
  programs: ['opencode', 'opencode-ai'],

  protocolEdits(words: readonly string[]): readonly WordEdit[] {
    // A second --format makes 1.18.33 print prose, with exit code 0. --thinking is left to the project: 1.1.34 refuses it.
    return hasFlag(words, ['--format']) ? [] : [appendWords(words, ['--format', 'json'])]
  },

  resumeEdits(words: readonly string[], _protocol: string, sessionId: string): readonly WordEdit[] {
    return [...dropFlags(words, SESSION_FLAGS), appendWords(words, ['--session', sessionId])]
  },
}
