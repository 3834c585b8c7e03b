/**
 * Writes the store file that tests of later versions open: `fixtures/history/<format>/store.sqlite`. Once for each
 * format; a file that is there is history, and stays. Usage: tsx scripts/write-history.ts
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FOLD_VERSION, foldSession, type TaskEventType, viewOf } from '../src/index.ts'
import { type NewEvent, type NewLine, openStore, type RunChange, type Store } from '../src/store/index.ts'
import { FORMAT_VERSION } from '../src/store/schema.ts'

const target = fileURLToPath(new URL(`../fixtures/history/${FORMAT_VERSION}/store.sqlite`, import.meta.url))
if (existsSync(target)) throw new Error(`${target} is there already. A new file needs a new format.`)

/** 2025-12-01 00:00:00 UTC */
const START = 1_764_547_200_000
const taskId = (number: number): string => `019ad7a4-2000-7000-8000-00000000000${number}`
const runId = (number: number): string => `019ad7a4-2000-7000-8000-00000000001${number}`
const PICTURE = {
  id: `sha256-${'5e'.repeat(32)}`,
  mediaType: 'image/png',
  bytes: Buffer.from('not a picture'),
}

type Said = { type: TaskEventType; payload: Record<string, unknown> }
type Written = { line?: string | Uint8Array; cut?: true; attachments?: string[]; events: Said[] }

const counters = { inputTokens: 10, outputTokens: 20, cacheReadTokens: 300, cacheCreationTokens: 40 }

/** Every type of the vocabulary, in the payloads of this version. */
const SESSION: Written[] = [
  { events: [{ type: 'message', payload: { role: 'user', text: 'Fix it', truncated: false } }] },
  {
    line: '{"line":"started"}',
    events: [
      {
        type: 'session.started',
        payload: {
          harness: 'claude-code',
          model: 'claude-opus-4-5',
          contextWindow: 200_000,
          cwd: '/work',
          sessionId: 's-1',
          tools: ['Bash'],
          harnessVersion: '2.1.0',
        },
      },
      { type: 'session.title', payload: { title: 'Fix the bug', origin: 'agent' } },
    ],
  },
  {
    line: '{"line":"call"}',
    events: [
      { type: 'thinking', payload: { text: 'Hm, é 😀', truncated: false } },
      {
        type: 'tool.call',
        payload: { callId: 'c1', name: 'Bash', input: '{"command":"ls"}', truncated: false },
      },
      { type: 'plan', payload: { steps: [{ text: 'Look', status: 'in_progress' }] } },
      {
        type: 'usage',
        payload: {
          scope: 'call',
          model: 'claude-opus-4-5',
          ...counters,
          contextTokens: 350,
          messageId: 'm1',
        },
      },
    ],
  },
  {
    line: `{"line":"result","data":{"$attachment":"${PICTURE.id}","bytes":${PICTURE.bytes.length}}}`,
    attachments: [PICTURE.id],
    events: [
      {
        type: 'tool.result',
        payload: {
          callId: 'c1',
          isError: false,
          output: 'a\nb',
          truncated: false,
          files: [{ id: PICTURE.id, mediaType: 'image/png', name: null, bytes: PICTURE.bytes.length }],
        },
      },
    ],
  },
  {
    line: '{"line":"background"}',
    events: [
      {
        type: 'session.background',
        payload: { tasks: [{ taskId: 'b1', kind: 'shell', description: 'npm test' }] },
      },
      {
        type: 'raw',
        payload: { json: { unknown: [1, null] }, notice: { kind: 'retry', text: 'Trying again' } },
      },
    ],
  },
  {
    line: 'no JSON',
    events: [{ type: 'raw', payload: { text: 'no JSON', truncated: false } }],
  },
  {
    line: `{"line":"ended","${'long '.repeat(1_000)}":0}`,
    events: [
      {
        type: 'usage',
        payload: {
          scope: 'session',
          ...counters,
          costUsd: 0.25,
          turns: 1,
          durationMs: 1_500,
          covers: 'process',
        },
      },
      { type: 'session.ended', payload: { status: 'succeeded', stopReason: 'end_turn', summary: 'Fixed' } },
    ],
  },
]

/** Lines without events, odd bytes among them. */
const OUTPUT: Written[] = [
  { line: 'plain', events: [] },
  { line: Uint8Array.of(0xff, 0x00, 0x41, 0xc3), events: [] },
  { line: '', events: [] },
  { line: 'cut here', cut: true, events: [] },
]

/** A payload passed through: an odd key, half a surrogate pair, and fragments. */
const PASSED: Written[] = [
  {
    line: '{"type":"message"}',
    events: [{ type: 'message', payload: JSON.parse('{"__proto__":{"x":1},"text":"\\ud83d","n":0.1}') }],
  },
  {
    line: '{"type":"message","delta":true}',
    events: [
      { type: 'message', payload: { role: 'assistant', text: 'frag', truncated: false, delta: true } },
    ],
  },
]

const folder = mkdtempSync(join(tmpdir(), 'agent-stream-history-'))
const store = await openStore(join(folder, 'store.sqlite'))
const ended = { startedAt: START + 1, endedAt: START + 9_000, complete: true }

await addTask(1, 'claude-stream', 'Named by hand')
await record(1, 1, 'claude-stream', ['claude', '-p'], SESSION, { ...ended, exitCode: 0, signal: null })
await record(1, 2, 'claude-stream', ['claude', '--resume', 's-1'], [], {
  ...ended,
  exitCode: 1,
  signal: null,
})
await addTask(2, 'none', null)
const stopped = { exitCode: null, signal: 'SIGTERM', stoppedBy: 'user' } as const
await record(2, 3, 'none', 'make | tee log', OUTPUT, { ...ended, ...stopped })
await addTask(3, 'jsonl', null)
await record(3, 4, 'jsonl', ['agent'], PASSED, { startedAt: START + 1 })
const again = eventsOf(PASSED).map((event) => ({ ...event, runId: runId(4) }))
await store.writeGeneration(taskId(3), again, stateOf(again), FOLD_VERSION)
await store.checkIntegrity()
await store.close()

mkdirSync(dirname(target), { recursive: true })
copyFileSync(join(folder, 'store.sqlite'), target)
rmSync(folder, { recursive: true })

async function addTask(number: number, protocol: string, title: string | null): Promise<void> {
  const titleOrigin = title === null ? null : 'human'
  await store.createTask({ id: taskId(number), title, titleOrigin, protocol, createdAt: START + number })
}

async function record(
  task: number,
  run: number,
  protocol: string,
  command: Parameters<Store['createRun']>[0]['command'],
  written: readonly Written[],
  change: RunChange,
): Promise<void> {
  const place = { taskId: taskId(task), runId: runId(run) }
  const where = run === 1 ? { cwd: '/work', folder: '/home/me/runs/1' } : { cwd: null, folder: null }
  await store.createRun({
    ...where,
    id: place.runId,
    taskId: place.taskId,
    protocol,
    command,
    createdAt: START,
  })
  const lease = String(await store.acquireLease(place.runId, 'history', 60_000))
  const lines = linesOf(written)
  const events = eventsOf(written)
  const last = lines.at(-1)
  const toCursor = last ? last.offset + Buffer.byteLength(last.source) + 1 : 0
  await store.commitBatch({
    ...place,
    lease,
    fromCursor: 0,
    toCursor,
    lines,
    events,
    attachments: written.some((entry) => entry.attachments) ? [PICTURE] : [],
    state: run === 2 ? stateOf(eventsOf(SESSION)) : stateOf(events),
    foldVersion: FOLD_VERSION,
    lastAt: START + 8_000,
    run: change,
    title: { title: 'Named by an agent', origin: 'agent' },
  })
  await store.releaseLease(place.runId, lease)
}

function linesOf(written: readonly Written[]): NewLine[] {
  let offset = 0
  return written.flatMap(({ line, cut, attachments }) => {
    if (line === undefined) return []
    const at = offset
    offset += Buffer.byteLength(line) + 1
    return [{ offset: at, ts: START + at, source: line, attachments: attachments ?? [], cut: cut ?? false }]
  })
}

function eventsOf(written: readonly Written[]): NewEvent[] {
  const lines = linesOf(written)
  return written.flatMap(({ line, events }) => {
    const place = line === undefined ? null : lines.shift()
    const ts = place?.ts ?? START
    const tsKind = place ? 'stated' : 'read'
    return events.map(
      (event, index) => ({ ...event, ts, tsKind, offset: place?.offset ?? null, index }) as const,
    )
  })
}

function stateOf(events: readonly NewEvent[]): ReturnType<typeof viewOf> {
  return viewOf(
    foldSession(events.map(({ type, payload, ts }) => ({ type: type as TaskEventType, payload, ts }))),
  )
}
