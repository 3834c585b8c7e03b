import type { SessionTitle, TitleProbe } from '../../core/dialect.ts'
import { parseObject } from '../../core/json.ts'
import { cleanTitle, titleProbe } from '../../core/title.ts'

/**
 * Codex appends a line to `session_index.jsonl` each time a thread is named, with the id first (0.171.0); the copy of such
 * a line inside a name has its quotes escaped and does not match. Nobody but a person, or the client for one, names a
 * thread: `exec` alone leaves no line.
 */
export const codexTitle: TitleProbe = titleProbe(
  (sessionId) => [
    `f="\${CODEX_HOME:-$HOME/.codex}"/session_index.jsonl;`,
    'if [ -f "$f" ]; then',
    `grep -aF '"id":"${sessionId}"' "$f" | tail -n 3 | cut -b 1-5000; fi`,
  ],
  parseTitle,
)

/** The last name that is one. */
function parseTitle(output: string): SessionTitle | null {
  const names = output.split('\n').map((line) => cleanTitle(parseObject(line)?.thread_name))
  const title = names.findLast((name) => name !== null)
  return title ? { title, source: 'human' } : null
}
