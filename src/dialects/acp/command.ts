import { programName } from '../../core/command.ts'
import type { HarnessCommand, WordEdit } from '../../core/dialect.ts'
import { appendWords, hasFlag } from '../../core/flags.ts'

/** Agents that speak the protocol by a flag, and those that have a command for it. Names of programs and of packages. */
const BY_FLAG = ['gemini', 'gemini-cli', 'qwen', 'qwen-code', 'copilot', 'cline', 'auggie']
const BY_COMMAND = ['kimi', 'kimi-code', 'opencode', 'opencode-ai']
const ALWAYS = ['claude-agent-acp', 'claude-code-acp', 'codex-acp']

/** How agents are told to speak the Agent Client Protocol. A session goes on by a message (`session/load`), not by a flag. */
export const acpCommand: HarnessCommand = {
  programs: [...BY_FLAG, ...BY_COMMAND, ...ALWAYS],

  protocolEdits(words: readonly string[]): readonly WordEdit[] {
    const program = programName(words[0] ?? '')
    if (BY_FLAG.includes(program)) {
      // `--experimental-acp` is gemini's older word for it.
      return hasFlag(words, ['--acp', '--experimental-acp']) ? [] : [appendWords(words, ['--acp'])]
    }
    if (!BY_COMMAND.includes(program) || words.includes('acp')) return []
    return [{ at: 1, insert: ['acp'] }]
  },

  resumeEdits: () => null,
}
