import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { ApiError, fetchTask } from '../api/client.ts'
import { listen } from '../api/live.ts'
import type { ApiEvent, TaskDetail } from '../api/types.ts'
import type { SeenEvents } from '../model/event-window.ts'
import { createKeptRows } from '../model/kept-rows.ts'
import type { Row, RowContext } from '../model/row.ts'
import { createEventPages } from './event-pages.ts'

/** The task on the stage: the loaded part of its events, and what goes on with it. */
export type OpenTask = {
  id: string
  detail: Signal<TaskDetail | null>
  phase: Signal<'loading' | 'ready' | 'missing' | 'error'>
  error: Signal<ApiError | null>
  isOnline: Signal<boolean>
  /** When the page lost the server (ms), null while it is there. */
  lostAt: Signal<number | null>
  /** The rows of the loaded events. */
  rows: ReadonlySignal<Row[]>
  showRaw: Signal<boolean>
  hasOlder: ReadonlySignal<boolean>
  /** The end of the task is not loaded. */
  hasNewer: ReadonlySignal<boolean>
  /** Rows that came since the reader was at the end last. */
  newBelow: ReadonlySignal<number>
  loadOlder(): Promise<void>
  loadNewer(): Promise<void>
  /** Loads the events around one, nothing between; false when the task has no such event. */
  reach(seq: number): Promise<boolean>
  /** Loads the end of the task. */
  reachEnd(): Promise<void>
  /** Hears what the reader sees, and whether it is the end: what is far from it is dropped in time. */
  look(seen: SeenEvents, isEnd: boolean): void
  /** Reads again what the task is, after something was done in it. */
  refresh(): void
  close(): void
}

/** Statuses that the fold gives while a process lives. */
const LIVE: ReadonlySet<string> = new Set(['starting', 'running', 'needs-input', 'background', 'waiting'])

/** Opens a task at an event, or at its end, and follows it until `close`. */
export function openTask(id: string, showRaw: boolean, at: number | null = null): OpenTask {
  const detail = signal<TaskDetail | null>(null)
  const phase = signal<'loading' | 'ready' | 'missing' | 'error'>('loading')
  const error = signal<ApiError | null>(null)
  const isOnline = signal(true)
  const lostAt = signal<number | null>(null)
  const raw = signal(showRaw)
  const newBelow = signal(0)
  const pages = createEventPages(id, restart)
  const rowsOf = createKeptRows()
  let stop: (() => void) | null = null
  let isClosed = false
  let refresh = 0

  // As text, since what is equal must not build all rows anew.
  const liveRuns = computed(() => {
    const task = detail.value
    if (!task || !LIVE.has(task.status)) return ''
    return task.runs.flatMap((run) => (run.endedAt === null ? [run.id] : [])).join(' ')
  })
  const cwd = computed(() => detail.value?.state?.cwd ?? null)
  const context = computed<RowContext>(() => ({
    showRaw: raw.value,
    liveRuns: new Set(liveRuns.value.split(' ')),
    cwd: cwd.value,
  }))
  const rows = computed(() => rowsOf(pages.window.value, context.value))

  function take(event: ApiEvent, ofGeneration: number): void {
    const end = pages.end()
    if (ofGeneration !== end.generation) {
      restart()
      return
    }
    if (event.seq > end.seq && hasOwnRow(event, raw.value)) newBelow.value++
    pages.take(event)
  }

  function restart(): void {
    if (isClosed) return
    stop?.()
    stop = null
    pages.close()
    start(null)
  }

  async function refreshDetail(): Promise<void> {
    refresh = 0
    const fresh = await fetchTask(id).catch(() => null)
    if (fresh && !isClosed) detail.value = fresh
  }

  async function start(place: number | null): Promise<void> {
    try {
      const [task] = await Promise.all([fetchTask(id), pages.open(place)])
      if (isClosed) return
      batch(() => {
        detail.value = task
        phase.value = 'ready'
      })
    } catch (problem) {
      const known = problem instanceof ApiError ? problem : new ApiError(0, String(problem), '')
      error.value = known
      phase.value = known.status === 404 ? 'missing' : 'error'
      return
    }
    stop = listen({
      url: () => {
        const { generation, seq } = pages.end()
        return `/api/tasks/${encodeURIComponent(id)}/stream?since=${generation}-${seq}`
      },
      onEvent: take,
      onTask: (news) => {
        if (news.generation !== pages.end().generation) {
          restart()
          return
        }
        const { title, status, recap } = news
        const shown = detail.value
        // Figures alone come with the whole of the task in a moment: they change with each batch of events.
        if (shown && (shown.title !== title || shown.status !== status))
          detail.value = { ...shown, title, status, recap }
        refresh ||= window.setTimeout(refreshDetail, 250)
      },
      onConnection: (now) => {
        isOnline.value = now
        lostAt.value = now ? null : (lostAt.value ?? Date.now())
      },
    })
  }

  const isLoaded = (seq: number): boolean => {
    const { events } = pages.window.value
    return seq >= (events[0]?.seq ?? 1) && seq <= (events.at(-1)?.seq ?? 0)
  }

  start(at)
  return {
    id,
    detail,
    phase,
    error,
    isOnline,
    lostAt,
    rows,
    showRaw: raw,
    hasOlder: computed(() => pages.window.value.hasOlder),
    hasNewer: computed(() => pages.window.value.hasNewer),
    newBelow,
    loadOlder: pages.loadOlder,
    loadNewer: pages.loadNewer,
    reach: async (seq) => {
      if (!isLoaded(seq)) await pages.open(seq).catch(() => undefined)
      return isLoaded(seq)
    },
    reachEnd: async () => {
      if (pages.window.value.hasNewer) await pages.open(null).catch(() => undefined)
    },
    look: (seen, isEnd) => {
      pages.look(seen)
      if (isEnd) newBelow.value = 0
    },
    refresh: () => {
      refreshDetail()
    },
    close: () => {
      isClosed = true
      stop?.()
      pages.close()
      window.clearTimeout(refresh)
    },
  }
}

/** Whether an event begins a row, rather than changing one or telling what no row shows. */
function hasOwnRow({ type, payload }: ApiEvent, showsRaw: boolean): boolean {
  if (type === 'raw') return showsRaw || typeof payload.notice === 'object'
  const isPart = payload.delta === true || payload.merge === true
  return !isPart && type !== 'usage' && type !== 'tool.result' && type !== 'session.background'
}
