import type { SessionTitle, TitleProbe } from '../../core/dialect.ts'
import { parseObject } from '../../core/json.ts'
import { cleanTitle, titleProbe } from '../../core/title.ts'

/**
 * Claude Code writes titles to its transcript, again and again, as `ai-title` and `custom-title` records; a copy of a
 * record inside a message has its quotes escaped and does not match. The last three of each, 2,600 bytes a line,
 * stay under 16 KiB. One file is read, whatever the size of the home.
 */
export const claudeTitle: TitleProbe = titleProbe(
  (sessionId) => [
    `for f in "\${CLAUDE_CONFIG_DIR:-$HOME/.claude}"/projects/*/${sessionId}.jsonl; do`,
    '[ -f "$f" ] || continue;',
    'for kind in custom-title ai-title; do',
    `grep -aF "\\"type\\":\\"$kind\\"" "$f" | tail -n 3 | cut -b 1-2600;`,
    'done; break; done',
  ],
  parseTitle,
)

/** The last title that a human gave, unless it was cleared, else the last that an agent gave; null for none. */
function parseTitle(output: string): SessionTitle | null {
  let human: string | null = null
  let agent: string | null = null
  for (const line of output.split('\n')) {
    const record = line.includes('-title"') ? parseObject(line) : null
    if (record?.type === 'custom-title') human = cleanTitle(record.customTitle)
    else if (record?.type === 'ai-title') agent = cleanTitle(record.aiTitle) ?? agent
  }
  if (human !== null) return { title: human, source: 'human' }
  return agent === null ? null : { title: agent, source: 'agent' }
}
