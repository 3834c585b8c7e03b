import type { HarnessCommand, WordEdit } from '../../core/dialect.ts'
import { appendWords, dropFlags, hasFlag } from '../../core/flags.ts'

/** A command that already names a session would contradict the one to resume. */
const SESSION_FLAGS = { withValue: ['--resume', '-r', '--session-id'], alone: ['--continue', '-c'] }

/** How `claude` is told to print its events, to read turns from stdin, and to go on with a session. */
export const claudeCommand: HarnessCommand = {
  programs: ['claude', 'claude-code'],

  protocolEdits(words: readonly string[], protocol: string): readonly WordEdit[] {
    if (hasFlag(words, ['--output-format'])) return []
    // Without --verbose, Claude Code refuses stream-json in print mode (seen in 1.0.60 to 2.1.332).
    const insert = ['--output-format', 'stream-json', '--verbose']
    if (protocol === 'claude-stream') insert.push('--input-format', 'stream-json')
    return [appendWords(words, insert)]
  },

  resumeEdits(words: readonly string[], _protocol: string, sessionId: string): readonly WordEdit[] {
    return [...dropFlags(words, SESSION_FLAGS), appendWords(words, ['--resume', sessionId])]
  },
}
