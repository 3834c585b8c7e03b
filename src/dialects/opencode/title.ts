import type { SessionTitle, TitleProbe } from '../../core/dialect.ts'
import { parseJson } from '../../core/json.ts'
import { cleanTitle, titleProbe } from '../../core/title.ts'

/** What opencode calls a session until its model has found a title. */
const PLACEHOLDER = /^(?:New|Child) session - \d{4}-\d\d-\d\dT[\d:.]+Z$/

/** The first `title` key: inside a JSON string its quotes would be escaped. */
const TITLE_KEY = /"title"\s*:\s*("(?:[^"\\]|\\.)*")/

/**
 * Versions such as 1.1.34 keep a JSON file per session; 1.18.33 has a database, which `sqlite3` reads at once where it is
 * installed. Else opencode itself is asked (2 to 4 s in 1.18.33): `export` prints the session's facts first, so that the
 * beginning is enough.
 */
export const opencodeTitle: TitleProbe = titleProbe(
  (sessionId) => [
    `d="\${XDG_DATA_HOME:-$HOME/.local/share}/opencode"; t="";`,
    `for f in "$d"/storage/session/*/${sessionId}.json; do`,
    '[ -f "$f" ] && t=$(head -c 4096 "$f"); break; done;',
    'if [ -z "$t" ] && [ -f "$d/opencode.db" ] && command -v sqlite3 >/dev/null 2>&1; then',
    `t=$(sqlite3 -readonly "$d/opencode.db" "select json_object('title', substr(title, 1, 1000)) from session where id = '${sessionId}'" 2>/dev/null); fi;`,
    'if [ -z "$t" ] && [ -f "$d/opencode.db" ] && command -v opencode >/dev/null 2>&1; then',
    `t=$(OPENCODE_DISABLE_AUTOUPDATE=1 opencode export ${sessionId} 2>/dev/null </dev/null | head -c 4096); fi;`,
    'printf "%s\\n" "$t"',
  ],
  parseTitle,
)

/** Nothing tells a title that the model found from one that a person gave with `--title`. */
function parseTitle(output: string): SessionTitle | null {
  const title = cleanTitle(parseJson(TITLE_KEY.exec(output)?.[1] ?? ''))
  return title === null || PLACEHOLDER.test(title) ? null : { title, source: 'agent' }
}
