import type { SessionTitle, TitleProbe } from '../../core/dialect.ts'
import { obj } from '../../core/read.ts'
import { cleanTitle } from '../../core/title.ts'

/** Session ids are UUIDs; anything else never comes near a shell. */
const SESSION_ID = /^[A-Za-z0-9_-]{1,128}$/

/**
 * Codex appends a line to `session_index.jsonl` each time a thread is named, with the id first (0.171.0); the copy of such
 * a line inside a name has its quotes escaped and does not match. Nobody but a person, or the client for one, names a
 * thread: `exec` alone leaves no line.
 */
export const titleProbe: TitleProbe = {
  probe(sessionId: string): string | null {
    if (!SESSION_ID.test(sessionId)) return null
    return [
      `f="\${CODEX_HOME:-$HOME/.codex}"/session_index.jsonl;`,
      'if [ -f "$f" ]; then',
      `grep -aF '"id":"${sessionId}"' "$f" | tail -n 3 | cut -b 1-5000; fi`,
    ].join(' ')
  },
  parse: parseTitle,
}

/** The last name that is one. */
function parseTitle(output: string): SessionTitle | null {
  const names = output.split('\n').map((line) => cleanTitle(parseRecord(line)?.thread_name))
  const title = names.findLast((name) => name !== null)
  return title ? { title, source: 'human' } : null
}

function parseRecord(line: string): Record<string, unknown> | null {
  try {
    return obj(JSON.parse(line))
  } catch {
    return null
  }
}
