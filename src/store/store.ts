import type { JsonValue, TaskEventType } from '../core/events.ts'
import type { SessionView } from '../core/session-state.ts'
import type { FindPage, FindQuery, FoundTasks, SearchQuery } from './find-pages.ts'
import type { StripQuery, TaskStrip, TurnPage, TurnQuery } from './outline-pages.ts'
import type { UsageQuery, UsageTable } from './usage-pages.ts'

/** A task: one piece of delegated work, its runs and the one history that they wrote. */
export type TaskRecord = {
  /** UUIDv7. */
  id: string
  title: string | null
  /** Who chose the title; a human's is final. */
  titleOrigin: 'human' | 'agent' | 'placeholder' | null
  protocol: string
  createdAt: number
  /** When the last line was ingested (ms), null before the first. */
  lastAt: number | null
  /** The generation that readers see. */
  generation: number
  /** Seq of the last event of that generation, 0 when there is none. */
  lastSeq: number
  /** The folded state, null before the first batch. */
  state: SessionView | null
  /** Version of the fold that made `state`. */
  foldVersion: number
}

/** One process of a harness. */
export type RunRecord = {
  /** UUIDv7. */
  id: string
  taskId: string
  /** 1 for the task's first run. */
  ordinal: number
  protocol: string
  /** As argv, or as one shell command. Never holds environment values. */
  command: string | string[]
  cwd: string | null
  createdAt: number
  startedAt: number | null
  /** Null while it runs, or while nobody has seen its end. */
  endedAt: number | null
  exitCode: number | null
  signal: string | null
  /** Who stopped it: a person, a limit, or nobody. */
  stoppedBy: 'user' | 'time_limit' | 'spool_limit' | 'end_of_input' | null
  /** Folder with the spool files; null for streams that somebody else writes. */
  folder: string | null
  /** Bytes of stdout ingested so far. */
  cursor: number
  /** Every byte that the run printed is in the store and its end is recorded. */
  complete: boolean
}

/** What `createTask` needs. */
export type NewTask = Pick<TaskRecord, 'id' | 'title' | 'titleOrigin' | 'protocol' | 'createdAt'>

/** What `createRun` needs; the ordinal is given by the store. */
export type NewRun = Pick<
  RunRecord,
  'id' | 'taskId' | 'protocol' | 'command' | 'cwd' | 'createdAt' | 'folder'
>

/** Facts about a run that become known later. Absent keys stay as they are. */
export type RunChange = Partial<
  Pick<RunRecord, 'protocol' | 'startedAt' | 'endedAt' | 'exitCode' | 'signal' | 'stoppedBy' | 'complete'>
>

/** How an event's time is known: the line states it, we read the line then, or we read it late (over 2 s). */
export type TimeKind = 'stated' | 'read' | 'late'

/** One line of stdout, as it is stored. */
export type NewLine = {
  /** Byte offset of the line in the run's stdout. */
  offset: number
  ts: number
  /** The line without its newline: text, or the bytes where they are not UTF-8. */
  source: string | Uint8Array
  /** Ids of attachments that were taken out of the source, in order; see `attachments.ts` of the recorder. */
  attachments: string[]
  /** The line was longer than the limit and the rest was not kept. */
  cut: boolean
  /** It repeats an earlier part of its session, which the task has already; false unless said. */
  repeated?: boolean
}

/** One event to store. `offset` is null for an event of the platform. */
export type NewEvent = {
  type: TaskEventType | string
  payload: Record<string, unknown>
  ts: number
  tsKind: TimeKind
  /** Offset of the source line in the run's stdout, null when the platform says it. */
  offset: number | null
  /** Index of the event within its line (or among the platform's events at this point). */
  index: number
}

/** A file taken out of a line. */
export type NewAttachment = { id: string; mediaType: string | null; bytes: Uint8Array }

/** Everything that one ingestion step writes, in one transaction. */
export type Batch = {
  taskId: string
  runId: string
  /** The lease that allows it. */
  lease: string
  /** The cursor must have this value now, else nothing is written. */
  fromCursor: number
  toCursor: number
  lines: NewLine[]
  events: NewEvent[]
  attachments: NewAttachment[]
  /** The task's state after these events. */
  state: SessionView
  foldVersion: number
  /** When the last line was read (ms). */
  lastAt: number
  /** Changes of the run that belong to the same moment (its end). */
  run?: RunChange
  /** A new title, when these events bring one. */
  title?: { title: string; origin: 'human' | 'agent' | 'placeholder' }
}

/** An event as readers get it. */
export type StoredEvent = {
  /** Dense, from 1 within the generation. Order is seq, never ts. */
  seq: number
  ts: number
  tsKind: TimeKind
  type: string
  payload: Record<string, JsonValue>
  /** Id of the run that wrote it. */
  run: string
  /** False for what the platform itself recorded. */
  hasSource: boolean
}

/** Where a page of events lies. Bounds are exclusive; with `before` or `tail` it is read from the end of its range. */
export type EventQuery = {
  taskId: string
  generation?: number
  since?: number
  before?: number
  /** The last events. */
  tail?: boolean
  /** 150 unless said; at most 2,000. */
  limit?: number
  /** False leaves out `raw` events without a notice. */
  raw?: boolean
}

/** One page of events, ascending. */
export type EventPage = {
  events: StoredEvent[]
  /** The latest `tool.call` of calls and parents that these rows speak of and that are not among them. */
  related: StoredEvent[]
  /** First and last seq of the page, null when it is empty. */
  firstSeq: number | null
  lastSeq: number | null
  /** More events in the direction of reading. */
  hasMore: boolean
  generation: number
}

/** Which tasks to list, newest first. */
export type TaskQuery = {
  /** Words that the title must hold (any case). */
  query?: string
  status?: string
  harness?: string
  /** Only tasks with something said from this moment on (ms, UTC), */
  activeFrom?: number
  /** and made before this one. */
  activeTo?: number
  /** `next` of the page before; anything else gives an empty page. */
  before?: string
  /** 50 unless said; at most 500. */
  limit?: number
}

/** A page of tasks; `next` is null on the last. */
export type TaskPage = { tasks: TaskRecord[]; next: string | null }

/** The source line of an event. */
export type StoredLine = {
  runId: string
  offset: number
  ts: number
  /** The exact line with every attachment put back: text, or bytes where it is not UTF-8. */
  source: string | Uint8Array
  /** The line as it is stored, attachments still out: what dialects read. */
  stored: string | Uint8Array
  cut: boolean
  /** It repeats an earlier part of its session, and gives no events. */
  repeated: boolean
}

/** A stored file. */
export type StoredAttachment = { id: string; mediaType: string | null; bytes: Uint8Array }

/** Which task changed; null when another process wrote and the store cannot tell. */
export type StoreChange = { taskId: string | null }

/**
 * Keeps tasks, lines and events; exactly once. Every method rejects with a `StoreError` when the store cannot do
 * its work; an unknown id gives null.
 */
export type Store = {
  /** Where the data is, for messages. */
  readonly location: string

  createTask(task: NewTask): Promise<void>
  getTask(id: string): Promise<TaskRecord | null>
  /** The id of the only task that starts with this prefix, null when there is none; rejects when there are several. */
  resolveTaskId(prefix: string): Promise<string | null>
  listTasks(query: TaskQuery): Promise<TaskPage>
  setTitle(taskId: string, title: string, origin: 'human' | 'agent' | 'placeholder'): Promise<void>
  /** Removes everything of a task and attachments that nothing else uses. Rejects with `task-live` while a run is not complete. */
  removeTask(id: string): Promise<void>

  createRun(run: NewRun): Promise<RunRecord>
  getRun(id: string): Promise<RunRecord | null>
  listRuns(taskId: string): Promise<RunRecord[]>
  /** Runs whose history is not complete, of all tasks. */
  listOpenRuns(): Promise<RunRecord[]>
  changeRun(id: string, change: RunChange): Promise<void>

  /** A lease token when the run has no living ingester, else null. It lasts for `ttlMs`, a minute at most. */
  acquireLease(runId: string, owner: string, ttlMs: number): Promise<string | null>
  /** Prolongs a lease; false when it was lost. */
  renewLease(runId: string, lease: string, ttlMs: number): Promise<boolean>
  releaseLease(runId: string, lease: string): Promise<void>
  /** Writes a batch; gives the seq of its last event. Rejects with `cursor-moved` or `lease-lost`, having written nothing. */
  commitBatch(batch: Batch): Promise<number>

  readEvents(query: EventQuery): Promise<EventPage>
  getEvent(taskId: string, seq: number, generation?: number): Promise<StoredEvent | null>
  /** The line that an event came from, with the event's index in it; null for an event of the platform. */
  getEventLine(
    taskId: string,
    seq: number,
    generation?: number,
  ): Promise<{ line: StoredLine; index: number } | null>
  /** Lines of a run in order, from `offset` on. */
  readLines(runId: string, fromOffset: number, limit: number): Promise<StoredLine[]>
  getAttachment(id: string): Promise<StoredAttachment | null>

  /** Heads of a task's turns with their totals. */
  readTurns(query: TurnQuery): Promise<TurnPage>
  /** Where a task's time went. */
  readStrip(query: StripQuery): Promise<TaskStrip>
  /** Where a text stands in what a person sees of a task. */
  findText(query: FindQuery): Promise<FindPage>
  /** Tasks that hold a text. */
  searchTasks(query: SearchQuery): Promise<FoundTasks>
  /** What all tasks consumed. */
  readUsage(query: UsageQuery): Promise<UsageTable>

  /**
   * Replaces the task's events by a new generation, atomically; gives its number. Platform events are handed in
   * again by the caller, in their place.
   */
  writeGeneration(
    taskId: string,
    events: Iterable<NewEvent & { runId: string }>,
    state: SessionView,
    foldVersion: number,
  ): Promise<number>

  /** Calls back after commits of this store and, within some 20 ms, after those of other processes. Gives the way to stop. */
  onChange(listener: (change: StoreChange) => void): () => void
  /** Throws a `StoreError` when the file is damaged. */
  checkIntegrity(): Promise<void>
  close(): Promise<void>
}
