import type { HarnessCommand, WordEdit } from '../../core/dialect.ts'
import { appendWords, dropFlags, hasFlag } from '../../core/flags.ts'

/** A command that already names a session, or forks one, would contradict the one to go on with. */
const SESSION_FLAGS = {
  withValue: ['--session', '--session-id', '--fork'],
  alone: ['--continue', '-c', '--resume', '-r'],
}

/** How `pi` is told to print its events, to run once, and to go on with a session. */
export const piCommand: HarnessCommand = {
  programs: ['pi', 'pi-coding-agent'],

  /**
   * A command that names a mode in any form is left alone, though `--mode=json` is refused (exit code 1 in 1.6.0): the
   * words say what the human wants, and pi's own message says what is wrong with them better than prose in our stream.
   */
  protocolEdits(words: readonly string[]): readonly WordEdit[] {
    if (hasFlag(words, ['--mode'])) return []
    // -p takes the next word as a prompt unless it is a flag, so it stands last, where no word follows but a bare `--`.
    const insert = hasFlag(words, ['-p', '--print']) ? ['--mode', 'json'] : ['--mode', 'json', '-p']
    return [appendWords(words, insert)]
  },

  resumeEdits(words: readonly string[], _protocol: string, sessionId: string): readonly WordEdit[] | null {
    if (hasFlag(words, ['--no-session'])) return null
    return [...dropFlags(words, SESSION_FLAGS), appendWords(words, ['--session', sessionId])]
  },
}
