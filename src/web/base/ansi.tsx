import Anser from 'anser'
import type { ComponentChildren } from 'preact'

/** Terminal colours by the sixteen-colour names, for the page's eight classes. */
const CLASSES: Readonly<Record<string, string>> = {
  'ansi-red': 'a-r',
  'ansi-bright-red': 'a-r',
  'ansi-green': 'a-g',
  'ansi-bright-green': 'a-g',
  'ansi-yellow': 'a-y',
  'ansi-bright-yellow': 'a-y',
  'ansi-blue': 'a-b',
  'ansi-bright-blue': 'a-b',
  'ansi-magenta': 'a-m',
  'ansi-bright-magenta': 'a-m',
  'ansi-cyan': 'a-c',
  'ansi-bright-cyan': 'a-c',
  'ansi-bright-black': 'a-2',
}

const ESCAPE = '\u001b'

/** Terminal text with its colours, as vnodes; no escape sequence reaches the page. */
export function ansiText(text: string): ComponentChildren {
  if (!text.includes(ESCAPE)) return text
  return Anser.ansiToJson(text, { use_classes: true, remove_empty: true, json: true }).map((part, index) => {
    const classes = [CLASSES[part.fg ?? ''], ...(part.decorations ?? []).map(decorationClass)].filter(Boolean)
    const content = stripControls(part.content)
    return classes.length === 0 ? (
      content
    ) : (
      <span key={index} class={classes.join(' ')}>
        {content}
      </span>
    )
  })
}

function decorationClass(decoration: string): string | null {
  return decoration === 'bold' ? 'a-1' : decoration === 'dim' ? 'a-2' : null
}

/** What is left of sequences that set no colour (titles, cursor moves). */
function stripControls(text: string): string {
  // biome-ignore-start lint/suspicious/noControlCharactersInRegex: the control characters are what is looked for
  return text.replace(
    /\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[[\]()#;?0-9]*[A-Za-z@-~])|\u001b/g,
    '',
  )
  // biome-ignore-end lint/suspicious/noControlCharactersInRegex: the control characters are what is looked for
}
