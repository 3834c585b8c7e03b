import { batch, type ReadonlySignal, signal } from '@preact/signals'
import { fetchStrip, fetchTurns } from '../api/client.ts'
import type { TaskStrip, TurnHead } from '../api/types.ts'

/** What is known of a whole session without its events: the strip, and heads of its turns by the event that begins them. */
export type Outline = {
  strip: ReadonlySignal<TaskStrip | null>
  turns: ReadonlySignal<ReadonlyMap<number, TurnHead>>
  /** Something happened: it is read again soon, never more often than the pause. */
  touch(): void
  close(): void
}

const PAUSE_MS = 1_500
const BUCKETS = 480
const TURNS_PAGE = 2_000

/** The outline of a task, read now and whenever it is touched. */
export function createOutline(taskId: string): Outline {
  const strip = signal<TaskStrip | null>(null)
  const turns = signal<ReadonlyMap<number, TurnHead>>(new Map())
  let timer = 0
  let isClosed = false

  async function read(): Promise<void> {
    const [drawn, heads] = await Promise.all([
      fetchStrip(taskId, BUCKETS).catch(() => null),
      readTurns(taskId).catch(() => null),
    ])
    if (isClosed) return
    batch(() => {
      if (drawn) strip.value = drawn
      if (heads) turns.value = new Map(heads.map((head) => [head.firstSeq, head]))
    })
  }

  read()
  return {
    strip,
    turns,
    touch() {
      timer ||= window.setTimeout(() => {
        timer = 0
        read()
      }, PAUSE_MS)
    },
    close() {
      isClosed = true
      window.clearTimeout(timer)
    },
  }
}

async function readTurns(taskId: string): Promise<TurnHead[]> {
  const heads: TurnHead[] = []
  for (let hasMore = true; hasMore; ) {
    const page = await fetchTurns(taskId, heads.at(-1)?.number ?? 0, TURNS_PAGE)
    heads.push(...page.turns)
    hasMore = page.hasMore && page.turns.length > 0
  }
  return heads
}
