import * as v from 'valibot'
import { TASK_EVENT_TYPES } from '../core/events.ts'
import { applyExit, beginRun } from '../core/session.ts'
import type { SessionState } from '../core/session-state.ts'
import { createSession, isAgentProtocol } from '../dialects/registry.ts'
import type { NewAttachment, RunRecord, Store } from '../store/store.ts'
import { attachmentId } from './attachments.ts'
import { type BatchBuilder, createBatchBuilder } from './batch-builder.ts'
import { RecorderError } from './errors.ts'
import { EXPORT_VERSION } from './export-task.ts'

const uuid = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))
const time = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const protocol = v.pipe(
  v.string(),
  v.check((name) => isAgentProtocol(name), 'is no known protocol'),
)
const textOrNull = v.nullable(v.string())
const HEADER = v.object({
  agentStream: v.literal(EXPORT_VERSION),
  task: v.object({
    id: uuid,
    title: textOrNull,
    titleOrigin: v.nullable(v.picklist(['human', 'agent', 'placeholder'])),
    protocol,
    createdAt: time,
  }),
  runs: v.array(
    v.object({
      id: uuid,
      protocol,
      command: v.union([v.string(), v.array(v.string())]),
      cwd: textOrNull,
      createdAt: time,
      startedAt: v.nullable(time),
      endedAt: v.nullable(time),
      exitCode: v.nullable(v.pipe(v.number(), v.safeInteger())),
      signal: textOrNull,
      stoppedBy: v.nullable(v.picklist(['user', 'time_limit', 'spool_limit', 'end_of_input'])),
    }),
  ),
})
const PLACE = { run: v.pipe(v.number(), v.safeInteger(), v.minValue(1)), ts: time }
const cut = v.optional(v.boolean(), false)
const repeated = v.optional(v.boolean(), false)
const ENTRY = v.union([
  v.object({ ...PLACE, offset: time, line: v.string(), cut, repeated }),
  v.object({ ...PLACE, offset: time, base64: v.pipe(v.string(), v.base64()), cut, repeated }),
  v.object({
    ...PLACE,
    event: v.object({ type: v.picklist(TASK_EVENT_TYPES), payload: v.record(v.string(), v.unknown()) }),
    files: v.optional(
      v.array(v.object({ mediaType: textOrNull, base64: v.pipe(v.string(), v.base64()) })),
      [],
    ),
  }),
])
type Header = v.InferOutput<typeof HEADER>
type Entry = v.InferOutput<typeof ENTRY>

const MAX_BATCH_LINES = 1_000
const LEASE_MS = 60_000

/** What an import did. */
export type ImportedTask = {
  taskId: string
  /** False: the store has this task already, and nothing was changed. */
  isNew: boolean
}

/**
 * Takes a task that `exportTask` wrote into a store, its lines read by the dialects of today. A task that is there already
 * is left as it is. Rejects with a `RecorderError` (`bad-export`) for a file that is no export, of a newer version, or
 * broken; what was imported of it until then is removed.
 */
export async function importTask(
  store: Store,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<ImportedTask> {
  let header: Header | null = null
  let number = 0
  const runs: RunImport[] = []
  try {
    for await (const line of lines) {
      number++
      if (line.trim() === '') continue
      if (header === null) {
        header = parse(HEADER, line, number)
        if (await store.getTask(header.task.id)) return { taskId: header.task.id, isNew: false }
        await store.createTask(header.task)
        runs.push(...(await openRuns(store, header)))
        continue
      }
      const entry = parse(ENTRY, line, number)
      const run = runs[entry.run - 1]
      if (!run) throw broken(number, `names run ${entry.run}, which the header does not`)
      await run.add(entry)
    }
    if (header === null) throw broken(1, 'the file is empty')
    for (const run of runs) await run.finish()
  } catch (error) {
    if (header && number > 0) await removeHalf(store, header.task.id, runs)
    throw error
  }
  return { taskId: header.task.id, isNew: true }
}

/** One run that is being imported. */
type RunImport = { add(entry: Entry): Promise<void>; finish(): Promise<void>; abandon(): Promise<void> }

async function openRuns(store: Store, { task, runs }: Header): Promise<RunImport[]> {
  const state = createSession({ protocol: task.protocol })
  const imports: RunImport[] = []
  for (const run of runs) {
    const { id, protocol: name, command, cwd, createdAt } = run
    const record = await store.createRun({
      id,
      taskId: task.id,
      protocol: name,
      command,
      cwd,
      createdAt,
      folder: null,
    })
    const lease = await store.acquireLease(id, 'import', LEASE_MS)
    if (lease === null)
      throw new RecorderError('bad-export', `Run ${id} is being written by another process.`)
    imports.push(importRun(store, record, run, state, lease))
  }
  return imports
}

function importRun(
  store: Store,
  record: RunRecord,
  { startedAt, endedAt, exitCode, signal, stoppedBy }: Header['runs'][number],
  state: SessionState,
  lease: string,
): RunImport {
  const builder: BatchBuilder = createBatchBuilder(record, state)
  let cursor = 0
  let end = 0
  let lastAt = record.createdAt
  let isBegun = false

  async function commit(run?: Parameters<Store['changeRun']>[1]): Promise<void> {
    await store.renewLease(record.id, lease, LEASE_MS)
    const place = { lease, fromCursor: cursor, toCursor: end, lastAt }
    await store.commitBatch(builder.take({ ...place, ...(run ? { run } : {}) }))
    cursor = end
  }

  return {
    async add(entry) {
      if (!isBegun) beginRun(state, { run: record.id })
      isBegun = true
      lastAt = entry.ts
      if ('event' in entry) builder.addOwnEvent(entry.event, entry.ts, entry.files.map(attachmentOf))
      else {
        const bytes = 'base64' in entry ? Buffer.from(entry.base64, 'base64') : null
        const text = 'line' in entry ? entry.line : (bytes?.toString('utf8') ?? '')
        const size = bytes?.length ?? Buffer.byteLength(text)
        const line = { text, offset: entry.offset, bytes: size, cut: entry.cut }
        builder.addLine(line, bytes, entry.ts, 'read', entry.repeated)
        end = entry.offset + size + 1
      }
      if (builder.lineCount >= MAX_BATCH_LINES) await commit()
    },
    async finish() {
      applyExit(state, { exitCode, signal, stoppedBy }, { run: record.id })
      await commit({ startedAt, endedAt, exitCode, signal, stoppedBy, complete: true })
      await store.releaseLease(record.id, lease)
    },
    async abandon() {
      await store.changeRun(record.id, { complete: true })
      await store.releaseLease(record.id, lease)
    },
  }
}

/** A file is known by what it holds, whatever the export says of it. */
function attachmentOf({ mediaType, base64 }: { mediaType: string | null; base64: string }): NewAttachment {
  const bytes = Buffer.from(base64, 'base64')
  return { id: attachmentId(bytes), mediaType, bytes }
}

async function removeHalf(store: Store, taskId: string, runs: readonly RunImport[]): Promise<void> {
  for (const run of runs) await run.abandon().catch(() => undefined)
  await store.removeTask(taskId).catch(() => undefined)
}

function parse<T extends v.GenericSchema>(schema: T, line: string, number: number): v.InferOutput<T> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw broken(number, 'is no JSON')
  }
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw broken(number, `${issue.path?.map((part) => String(part.key)).join('.') ?? 'it'}: ${issue.message}`)
}

function broken(number: number, why: string): RecorderError {
  const message = `Line ${number} is not of a task that this version can import: ${why}. Export it again, or update agent-stream.`
  return new RecorderError('bad-export', message)
}
