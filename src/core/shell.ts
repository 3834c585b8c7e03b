/** A word of a shell command: its unquoted value, and where it stands in the text. */
export type ShellWord = { value: string; start: number; end: number }

/** A simple command: its words without redirections, and where its last token ends. */
export type SimpleCommand = { words: ShellWord[]; end: number }

/**
 * The simple commands of a POSIX shell text, in order: what stands between `;`, `&`, `|`, parentheses and line ends.
 * Quotes, escapes, expansions, redirections and comments are respected; the text is never run or expanded. An
 * unclosed quote reaches to the end.
 */
export function scanCommands(text: string): SimpleCommand[] {
  const commands: SimpleCommand[] = []
  let current: SimpleCommand = { words: [], end: 0 }
  let at = 0
  let isTarget = false
  const close = (): void => {
    if (current.words.length > 0) commands.push(current)
    current = { words: [], end: 0 }
    isTarget = false
  }
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === ' ' || char === '\t' || char === '\r') at++
    else if (char === '\\' && text[at + 1] === '\n') at += 2
    else if (char === '#') at = skipComment(text, at)
    else if (redirectionAt(text, at) > 0) {
      at += redirectionAt(text, at)
      current.end = at
      isTarget = true
    } else if (';&|()\n'.includes(char)) {
      close()
      at++
    } else {
      const word = readWord(text, at)
      if (!isTarget) current.words.push(word)
      isTarget = false
      current.end = word.end
      at = word.end
    }
  }
  close()
  return commands
}

/** The word in a form that a POSIX shell reads back as exactly this value. */
export function quoteWord(value: string): string {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`
}

/** Length of a redirection operator (`>`, `2>>`, `&>`, `<<-`, `>&`) that starts here, else 0. */
function redirectionAt(text: string, at: number): number {
  REDIRECTION.lastIndex = at
  return REDIRECTION.exec(text)?.[0].length ?? 0
}

const REDIRECTION = /(?:\d*|&)(?:>>|>&|>\||<<-|<<<|<<|<&|<>|>|<)/y

function skipComment(text: string, at: number): number {
  const lineEnd = text.indexOf('\n', at)
  return lineEnd === -1 ? text.length : lineEnd
}

function readWord(text: string, start: number): ShellWord {
  let value = ''
  let at = start
  while (at < text.length && !' \t\r\n;&|()<>'.includes(text[at] ?? '')) {
    const char = text[at]
    if (char === "'") {
      const end = closing(text, "'", at + 1)
      value += text.slice(at + 1, end)
      at = end + 1
    } else if (char === '"') {
      const quoted = readDoubleQuotes(text, at)
      value += quoted.value
      at = quoted.end
    } else if (char === '\\') {
      value += text[at + 1] === '\n' ? '' : (text[at + 1] ?? '')
      at += 2
    } else {
      const end = endOfExpansion(text, at)
      value += text.slice(at, end)
      at = end
    }
  }
  return { value, start, end: Math.min(at, text.length) }
}

function readDoubleQuotes(text: string, start: number): { value: string; end: number } {
  let value = ''
  let at = start + 1
  while (at < text.length && text[at] !== '"') {
    if (text[at] === '\\') {
      const next = text[at + 1] ?? ''
      value += '$`"\\'.includes(next) ? next : `\\${next}`
      at += 2
    } else {
      const end = endOfExpansion(text, at)
      value += text.slice(at, end)
      at = end
    }
  }
  return { value, end: at + 1 }
}

/** Past a `$(...)`, `${...}` or backquoted part that starts here, else past one character. */
function endOfExpansion(text: string, at: number): number {
  if (text[at] === '`') return closing(text, '`', at + 1) + 1
  if (text[at] !== '$' || (text[at + 1] !== '(' && text[at + 1] !== '{')) return at + 1
  const [open, close] = text[at + 1] === '(' ? ['(', ')'] : ['{', '}']
  let depth = 0
  for (let index = at + 1; index < text.length; index++) {
    const char = text[index]
    if (char === '\\') index++
    else if (char === "'") index = closing(text, "'", index + 1)
    else if (char === open) depth++
    else if (char === close && --depth === 0) return index + 1
  }
  return text.length
}

function closing(text: string, quote: string, from: number): number {
  const end = text.indexOf(quote, from)
  return end === -1 ? text.length : end
}
