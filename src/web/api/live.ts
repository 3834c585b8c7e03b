import type { ApiEvent, TaskNews } from './types.ts'

/** What a live connection tells. */
export type LiveHandlers = {
  onEvent?: (event: ApiEvent, generation: number) => void
  onTask: (news: TaskNews) => void
  /** The connection stands, or is lost and will be tried again. */
  onConnection: (isOnline: boolean) => void
  /** Address to open a lost stream again; asked each time, so that it goes on where it stopped. */
  url: () => string
}

/** Longest pause between two attempts (ms). */
const MAX_DELAY_MS = 10_000

/**
 * Listens to a stream until the function it gives is called. A browser comes back by itself with the id of the last
 * event; when it gives up (a server that was away for long answers with an error), we open the stream anew.
 */
export function listen({ url, onEvent, onTask, onConnection }: LiveHandlers): () => void {
  let source: EventSource | null = null
  let timer = 0
  let delayMs = 500
  let isClosed = false

  const open = (): void => {
    source = new EventSource(url())
    source.addEventListener('open', () => {
      delayMs = 500
      onConnection(true)
    })
    source.addEventListener('error', () => {
      onConnection(false)
      if (source?.readyState !== EventSource.CLOSED || isClosed) return
      timer = window.setTimeout(open, delayMs)
      delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)
    })
    source.addEventListener('task', (message) => onTask(JSON.parse(message.data)))
    source.addEventListener('event', (message) => {
      const generation = Number.parseInt(message.lastEventId, 10)
      onEvent?.(JSON.parse(message.data), generation)
    })
  }

  open()
  return () => {
    isClosed = true
    window.clearTimeout(timer)
    source?.close()
  }
}
