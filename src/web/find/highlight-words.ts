import { useLayoutEffect } from 'preact/hooks'

/** More marks than this are not drawn: the rows in view have far fewer unless one letter is looked for. */
const MAX_MARKS = 2_000

/**
 * Marks words in what is drawn below an element, without touching it: a highlight is a style of ranges. Browsers that have
 * none (Firefox before 140) show no marks.
 */
export function useMarkedWords(element: () => HTMLElement | null, words: string | null): void {
  useLayoutEffect(() => {
    if (typeof Highlight === 'undefined' || !CSS.highlights) return
    const root = element()
    const needle = words?.trim().toLowerCase() ?? ''
    if (!root || needle === '') CSS.highlights.delete('find')
    else CSS.highlights.set('find', new Highlight(...rangesOf(root, needle)))
  })
}

function rangesOf(root: HTMLElement, needle: string): Range[] {
  const ranges: Range[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node && ranges.length < MAX_MARKS; node = walker.nextNode()) {
    const text = node.nodeValue?.toLowerCase() ?? ''
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, at + needle.length)
      ranges.push(range)
    }
  }
  return ranges
}
