import type { HarnessCommand, WordEdit } from '../../core/dialect.ts'
import { appendWords, dropFlags, hasFlag } from '../../core/flags.ts'

/** How `qwen` is told to print its events, to read turns from stdin, and to go on with a session. */
export const qwenCommand: HarnessCommand = {
  programs: ['qwen', 'qwen-code'],

  protocolEdits(words: readonly string[], protocol: string): readonly WordEdit[] {
    if (hasFlag(words, ['--output-format', '-o'])) return []
    const insert = ['--output-format', 'stream-json']
    if (protocol === 'qwen-stream') insert.push('--input-format', 'stream-json')
    return [appendWords(words, insert)]
  },

  resumeEdits(words: readonly string[], _protocol: string, sessionId: string): readonly WordEdit[] {
    const others = dropFlags(words, {
      withValue: ['--resume', '-r', '--session-id'],
      alone: ['--continue', '-c'],
    })
    return [...others, appendWords(words, ['--resume', sessionId])]
  },
}
