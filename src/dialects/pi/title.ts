import type { SessionTitle, TitleProbe } from '../../core/dialect.ts'
import { obj } from '../../core/read.ts'
import { cleanTitle } from '../../core/title.ts'

/** Session ids are UUIDs, or the words of `--session-id`; anything else never comes near a shell. */
const SESSION_ID = /^[A-Za-z0-9_-]{1,128}$/

/**
 * pi writes a `session_info` record to its session file when somebody names the session (0.73.1, 1.6.0); a copy of a
 * record inside a message has its quotes escaped and does not match. The file's name ends in the id.
 */
export const titleProbe: TitleProbe = {
  probe(sessionId: string): string | null {
    if (!SESSION_ID.test(sessionId)) return null
    return [
      `h="\${PI_CODING_AGENT_DIR:-$HOME/.pi/agent}/sessions";`,
      `for f in "\${PI_CODING_AGENT_SESSION_DIR:-$h}"/*_${sessionId}.jsonl "$h"/*/*_${sessionId}.jsonl; do`,
      '[ -f "$f" ] || continue;',
      `grep -aF '"type":"session_info"' "$f" | tail -n 1 | cut -b 1-8000;`,
      'break; done',
    ].join(' ')
  },
  parse: parseTitle,
}

/** The last name; a record without one took the name away. */
function parseTitle(output: string): SessionTitle | null {
  const title = cleanTitle(parseRecord(output.trim().split('\n').at(-1) ?? '')?.name)
  return title === null ? null : { title, source: 'human' }
}

function parseRecord(line: string): Record<string, unknown> | null {
  try {
    const record = obj(JSON.parse(line))
    return record?.type === 'session_info' ? record : null
  } catch {
    return null
  }
}
