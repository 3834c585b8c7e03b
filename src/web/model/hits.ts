/** A place that a search found. */
export type Hit = { path: string; line: number; text: string }

/** `path:12:text`, as grep and ripgrep print it, and `path-12-text` for the lines around. */
const HIT = /^(?<path>[^\s:]{1,300}):(?<line>\d{1,7}):(?<text>.*)$/

function isRegExp(words: string): boolean {
  try {
    return Boolean(new RegExp(words))
  } catch {
    return false
  }
}

/** The hits in a search's output; null where it is not written as a list of them. */
export function readHits(output: string): Hit[] | null {
  const lines = output.replace(/\n$/, '').split('\n')
  const hits = lines.flatMap((line) => {
    const found = HIT.exec(line)?.groups
    return found ? [{ path: found.path ?? '', line: Number(found.line), text: found.text ?? '' }] : []
  })
  return hits.length > 0 && hits.length * 2 >= lines.length ? hits : null
}

/** A text in parts around each place where words are found, any case; patterns with a meaning of their own are not tried. */
export function splitAtWords(text: string, words: string): { text: string; isFound: boolean }[] {
  const plain = words.replace(/\\([.()[\]{}*+?|^$])/g, '$1')
  const isPattern = /[.*+?^${}()|[\]\\]/.test(words.replace(/\\[.()[\]{}*+?|^$]/g, '')) && isRegExp(words)
  if (plain === '' || isPattern) return [{ text, isFound: false }]
  const parts: { text: string; isFound: boolean }[] = []
  const [haystack, needle] = [text.toLowerCase(), plain.toLowerCase()]
  let from = 0
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), isFound: false })
    parts.push({ text: text.slice(at, at + plain.length), isFound: true })
    from = at + plain.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), isFound: false })
  return parts
}
