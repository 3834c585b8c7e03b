import type { HarnessCommand, WordEdit } from '../../core/dialect.ts'

/** How `claude` is told to print its events, to read turns from stdin, and to go on with a session. */
export const claudeCommand: HarnessCommand = {
  programs: ['claude', 'claude-code'],

  protocolEdits(words: readonly string[], protocol: string): readonly WordEdit[] {
    const flags = words.slice(0, endOfFlags(words))
    if (flags.some((word) => word === '--output-format' || word.startsWith('--output-format='))) return []
    // Without --verbose, Claude Code refuses stream-json in print mode (seen in 1.0.60 to 2.1.332).
    const insert = ['--output-format', 'stream-json', '--verbose']
    if (protocol === 'claude-stream') insert.push('--input-format', 'stream-json')
    return [{ at: endOfFlags(words), insert }]
  },

  resumeEdits(words: readonly string[], _protocol: string, sessionId: string): readonly WordEdit[] {
    return [...dropSessionFlags(words), { at: endOfFlags(words), insert: ['--resume', sessionId] }]
  },
}

/** Index of a bare `--`, after which words are no flags, else the number of words. */
function endOfFlags(words: readonly string[]): number {
  const bare = words.indexOf('--')
  return bare === -1 ? words.length : bare
}

/** A command that already names a session would contradict the one to resume. */
function dropSessionFlags(words: readonly string[]): WordEdit[] {
  const edits: WordEdit[] = []
  for (let at = 1; at < endOfFlags(words); at++) {
    const word = words[at] ?? ''
    if (word === '--continue' || word === '-c' || /^--(resume|session-id)=/.test(word)) {
      edits.push({ at, remove: 1, insert: [] })
    } else if (word === '--resume' || word === '-r' || word === '--session-id') {
      const hasValue = at + 1 < endOfFlags(words) && !words[at + 1]?.startsWith('-')
      edits.push({ at, remove: hasValue ? 2 : 1, insert: [] })
      if (hasValue) at++
    }
  }
  return edits
}
