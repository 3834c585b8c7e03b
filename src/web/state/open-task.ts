import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { ApiError, fetchEvents, fetchTask } from '../api/client.ts'
import { listen } from '../api/live.ts'
import type { ApiEvent, EventPage, TaskDetail } from '../api/types.ts'
import type { Row } from '../model/row.ts'
import { buildRows } from '../model/rows.ts'

/** The task on the stage: its loaded events, and what goes on with it. */
export type OpenTask = {
  id: string
  detail: Signal<TaskDetail | null>
  phase: Signal<'loading' | 'ready' | 'missing' | 'error'>
  error: Signal<ApiError | null>
  isOnline: Signal<boolean>
  /** When the page lost the server (ms), null while it is there. */
  lostAt: Signal<number | null>
  rows: ReadonlySignal<Row[]>
  showRaw: Signal<boolean>
  hasOlder: Signal<boolean>
  eventCount: ReadonlySignal<number>
  loadOlder(): Promise<void>
  /** Loads until the event is there; false when the task has no such event. */
  reach(seq: number): Promise<boolean>
  /** Reads again what the task is, after something was done in it. */
  refresh(): void
  close(): void
}

const FIRST_PAGE = 300
const OLDER_PAGE = 500
/** Statuses that the fold gives while a process lives. */
const LIVE: ReadonlySet<string> = new Set(['starting', 'running', 'needs-input', 'background', 'waiting'])

/** Opens a task at its end and follows it until `close`. */
export function openTask(id: string, showRaw: boolean): OpenTask {
  const detail = signal<TaskDetail | null>(null)
  const phase = signal<'loading' | 'ready' | 'missing' | 'error'>('loading')
  const error = signal<ApiError | null>(null)
  const isOnline = signal(true)
  const lostAt = signal<number | null>(null)
  const raw = signal(showRaw)
  const hasOlder = signal(false)
  const events = signal<ApiEvent[]>([])
  const related = signal<ApiEvent[]>([])
  let generation = 0
  let stop: (() => void) | null = null
  let isClosed = false
  let arriving: ApiEvent[] = []
  let frame = 0
  let refresh = 0

  const liveRuns = computed(() => {
    const task = detail.value
    if (!task || !LIVE.has(task.status)) return new Set<string>()
    return new Set(task.runs.filter((run) => run.endedAt === null).map((run) => run.id))
  })
  const cwd = computed(() => detail.value?.state?.cwd ?? null)
  const rows = computed(() =>
    buildRows(events.value, related.value, { showRaw: raw.value, liveRuns: liveRuns.value, cwd: cwd.value }),
  )

  function lastSeq(): number {
    return arriving.at(-1)?.seq ?? events.value.at(-1)?.seq ?? 0
  }

  function takePage(page: EventPage): void {
    generation = page.generation
    batch(() => {
      events.value = page.events
      related.value = page.related
      hasOlder.value = page.hasMore
    })
  }

  /** Events that come within one frame are shown together. */
  function take(event: ApiEvent, ofGeneration: number): void {
    if (ofGeneration !== generation) {
      restart()
      return
    }
    if (event.seq <= lastSeq()) return
    arriving.push(event)
    frame ||= window.setTimeout(flush, 16)
  }

  function flush(): void {
    frame = 0
    const added = arriving
    arriving = []
    events.value = [...events.value, ...added]
  }

  async function restart(): Promise<void> {
    stop?.()
    stop = null
    arriving = []
    await start()
  }

  async function refreshDetail(): Promise<void> {
    refresh = 0
    const fresh = await fetchTask(id).catch(() => null)
    if (fresh && !isClosed) detail.value = fresh
  }

  async function start(): Promise<void> {
    try {
      const [task, page] = await Promise.all([fetchTask(id), fetchEvents(id, { tail: 1, limit: FIRST_PAGE })])
      if (isClosed) return
      batch(() => {
        detail.value = task
        takePage(page)
        phase.value = 'ready'
      })
    } catch (problem) {
      const known = problem instanceof ApiError ? problem : new ApiError(0, String(problem), '')
      error.value = known
      phase.value = known.status === 404 ? 'missing' : 'error'
      return
    }
    stop = listen({
      url: () => `/api/tasks/${encodeURIComponent(id)}/stream?since=${generation}-${lastSeq()}`,
      onEvent: take,
      onTask: (news) => {
        if (news.generation !== generation) restart()
        if (detail.value)
          detail.value = { ...detail.value, title: news.title, status: news.status, recap: news.recap }
        refresh ||= window.setTimeout(refreshDetail, 250)
      },
      onConnection: (now) => {
        isOnline.value = now
        lostAt.value = now ? null : (lostAt.value ?? Date.now())
      },
    })
  }

  async function loadOlder(): Promise<void> {
    const before = events.value[0]?.seq
    if (!hasOlder.value || before === undefined) return
    const page = await fetchEvents(id, { before, limit: OLDER_PAGE, generation })
    if (events.value[0]?.seq !== before) return
    batch(() => {
      events.value = [...page.events, ...events.value]
      related.value = [...page.related, ...related.value]
      hasOlder.value = page.hasMore
    })
  }

  async function reach(seq: number): Promise<boolean> {
    while (hasOlder.value && (events.value[0]?.seq ?? 0) > seq) await loadOlder()
    return events.value.some((event) => event.seq === seq)
  }

  start()
  return {
    id,
    detail,
    phase,
    error,
    isOnline,
    lostAt,
    rows,
    showRaw: raw,
    hasOlder,
    eventCount: computed(() => events.value.length),
    loadOlder,
    reach,
    refresh: () => {
      refreshDetail()
    },
    close: () => {
      isClosed = true
      stop?.()
      window.clearTimeout(frame)
      window.clearTimeout(refresh)
    },
  }
}
