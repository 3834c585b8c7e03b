import type {
  EventPage,
  FindPage,
  OutputPage,
  PageSession,
  TaskDetail,
  TaskStrip,
  TaskSummary,
  TurnPage,
  UsageTable,
  UserFile,
} from './types.ts'

/** The server said no, or could not be reached (`status` 0). */
export class ApiError extends Error {
  readonly status: number
  readonly hint: string

  constructor(status: number, message: string, hint: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.hint = hint
  }
}

/** A page of tasks, newest first. */
export function fetchTasks(query: {
  query?: string
  before?: string
  limit?: number
  status?: string
  harness?: string
  day?: string
  zone?: string
}): Promise<{ tasks: TaskSummary[]; next: string | null }> {
  return getJson(`/api/tasks?${searchOf(query)}`)
}

/** One task with its folded state. */
export async function fetchTask(id: string): Promise<TaskDetail> {
  const { task, runs, state, generation, steering } = await getJson<
    Omit<TaskDetail, keyof TaskSummary> & { task: TaskSummary }
  >(`/api/tasks/${encodeURIComponent(id)}`)
  return { ...task, runs, state, generation, steering }
}

/** A page of a task's events. */
export function fetchEvents(
  id: string,
  query: { before?: number; since?: number; tail?: 1; limit?: number; generation?: number },
): Promise<EventPage> {
  return getJson(`/api/tasks/${encodeURIComponent(id)}/events?${searchOf(query)}`)
}

/** Where a task's time went, in so many slices. */
export function fetchStrip(id: string, buckets: number): Promise<TaskStrip> {
  return getJson(`/api/tasks/${encodeURIComponent(id)}/spans?buckets=${buckets}`)
}

/** Heads of turns after a number. */
export function fetchTurns(id: string, after: number, limit: number): Promise<TurnPage> {
  return getJson(`/api/tasks/${encodeURIComponent(id)}/turns?${searchOf({ after, limit })}`)
}

/** What all tasks consumed in a range of days, both ends included, by the reader's own calendar. */
export function fetchUsage(
  by: 'day' | 'model' | 'harness' | 'task',
  { from, to }: { from: string; to: string },
): Promise<UsageTable> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return getJson(`/api/usage?${searchOf({ by, from, to, zone })}`)
}

/** Events of a task that hold a text, from a place on. */
export function fetchMatches(
  id: string,
  query: { q: string; after?: number; before?: number; limit?: number },
): Promise<FindPage> {
  return getJson(`/api/tasks/${encodeURIComponent(id)}/find?${searchOf(query)}`)
}

/** What the task's processes printed, from a place on. */
export function fetchOutput(id: string, after: string | null): Promise<OutputPage> {
  return getJson(`/api/tasks/${encodeURIComponent(id)}/output?${searchOf(after === null ? {} : { after })}`)
}

/** Address of an event's exact source line. */
export function sourceUrl(id: string, seq: number): string {
  return `/api/tasks/${encodeURIComponent(id)}/events/${seq}/source`
}

/** Address of a stored file. */
export function attachmentUrl(fileId: string): string {
  return `/api/attachments/${encodeURIComponent(fileId)}`
}

/** What this page may do. */
export function fetchSession(): Promise<PageSession> {
  return getJson('/api/session')
}

/** Says a person's next words in a task. */
export function postMessage(id: string, said: { text: string; files: UserFile[] }): Promise<void> {
  return postJson(`/api/tasks/${encodeURIComponent(id)}/messages`, said)
}

/** Answers an open request of a task. */
export function postAnswer(
  id: string,
  answer: { requestId: string; optionId: string; text: string | null },
): Promise<void> {
  return postJson(`/api/tasks/${encodeURIComponent(id)}/answers`, answer)
}

/** Interrupts the turn of a task, or stops its process. */
export function postSteering(id: string, what: 'interrupt' | 'stop'): Promise<void> {
  return postJson(`/api/tasks/${encodeURIComponent(id)}/${what}`, {})
}

function postJson<T>(url: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  return getJson(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function getJson<T>(url: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(url, init).catch(() => null)
  if (!response) throw new ApiError(0, 'The server does not answer.', 'Check that agent-stream is running.')
  const body = await response.json().catch(() => null)
  if (response.ok) return body as T
  const { message = `The server answered ${response.status}.`, hint = '' } = body?.error ?? {}
  throw new ApiError(response.status, message, hint)
}

function searchOf(query: Record<string, string | number | undefined>): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
}
