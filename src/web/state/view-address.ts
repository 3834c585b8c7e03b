/** What of a task's view is in its address, so that a link shows the same: raw rows, and words that are looked for. */
export type TaskView = { showsRaw: boolean; words: string | null }

/** The view that the address asks for. */
export function readView(): TaskView {
  const query = new URLSearchParams(window.location.search)
  return { showsRaw: query.get('raw') === '1', words: query.get('find') }
}

/** Puts a view into the address, which keeps its path and its place. */
export function keepView({ showsRaw, words }: TaskView): void {
  const url = new URL(window.location.href)
  const before = url.search
  setOrDelete(url.searchParams, 'raw', showsRaw ? '1' : '')
  setOrDelete(url.searchParams, 'find', words ?? '')
  if (url.search !== before) window.history.replaceState(window.history.state, '', url)
}

function setOrDelete(query: URLSearchParams, key: string, value: string): void {
  if (value === '') query.delete(key)
  else query.set(key, value)
}
