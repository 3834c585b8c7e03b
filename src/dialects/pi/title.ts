import type { SessionTitle, TitleProbe } from '../../core/dialect.ts'
import { parseObject } from '../../core/json.ts'
import { cleanTitle, titleProbe } from '../../core/title.ts'

/**
 * pi writes a `session_info` record to its session file when somebody names the session (0.73.1, 1.6.0); a copy of a
 * record inside a message has its quotes escaped and does not match. The file's name ends in the id.
 */
export const piTitle: TitleProbe = titleProbe(
  (sessionId) => [
    `h="\${PI_CODING_AGENT_DIR:-$HOME/.pi/agent}/sessions";`,
    `for f in "\${PI_CODING_AGENT_SESSION_DIR:-$h}"/*_${sessionId}.jsonl "$h"/*/*_${sessionId}.jsonl; do`,
    '[ -f "$f" ] || continue;',
    `grep -aF '"type":"session_info"' "$f" | tail -n 1 | cut -b 1-8000;`,
    'break; done',
  ],
  parseTitle,
)

/** The last name; a record without one took the name away. */
function parseTitle(output: string): SessionTitle | null {
  const record = parseObject(output.trim().split('\n').at(-1))
  const title = record?.type === 'session_info' ? cleanTitle(record.name) : null
  return title === null ? null : { title, source: 'human' }
}
