import { copyFileSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore, type Store, storePathOf } from '../../src/store/index.ts'
import { FORMAT_VERSION } from '../../src/store/schema.ts'
import { newFolder } from './folders.ts'

const HISTORY = fileURLToPath(new URL('../../fixtures/history/', import.meta.url))

const [FIRST, SECOND, THIRD] = [1, 2, 3].map((number) => `019ad7a4-2000-7000-8000-00000000000${number}`)
const [RUN, RESUMED, SHELL, PASSED] = [1, 2, 3, 4].map(
  (number) => `019ad7a4-2000-7000-8000-00000000001${number}`,
)
const PICTURE = 'sha256-5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e'
const START = 1_764_547_200_000

it('there is a store file of every format', () => {
  const versions = Array.from({ length: FORMAT_VERSION }, (_, index) => String(index + 1))
  expect(readdirSync(HISTORY).sort()).toEqual(versions.sort())
})

describe.each([
  { format: 1, foldVersion: 1 },
  { format: 2, foldVersion: 2 },
])('the store of format $format', ({ format, foldVersion }) => {
  let store: Store
  beforeAll(async () => {
    const file = storePathOf(`${HISTORY}/${format}`)
    expect(statSync(file).size).toBeLessThan(120_000)
    const copy = storePathOf(newFolder())
    copyFileSync(file, copy)
    store = await openStore(copy)
  })
  afterAll(() => store.close())

  it('is whole', () => store.checkIntegrity())

  it('has its tasks', async () => {
    const { tasks, next } = await store.listTasks({})
    expect(next).toBeNull()
    expect(tasks.map(({ state: _state, ...task }) => task)).toEqual([
      {
        id: THIRD,
        title: 'Named by an agent',
        titleOrigin: 'agent',
        protocol: 'jsonl',
        createdAt: START + 3,
        lastAt: START + 8_000,
        generation: 4,
        lastSeq: 2,
        foldVersion,
      },
      {
        id: SECOND,
        title: 'Named by an agent',
        titleOrigin: 'agent',
        protocol: 'none',
        createdAt: START + 2,
        lastAt: START + 8_000,
        generation: 2,
        lastSeq: 0,
        foldVersion,
      },
      {
        id: FIRST,
        title: 'Named by hand',
        titleOrigin: 'human',
        protocol: 'claude-stream',
        createdAt: START + 1,
        lastAt: START + 8_000,
        generation: 1,
        lastSeq: 13,
        foldVersion,
      },
    ])
    expect(tasks[2]?.state).toMatchObject({
      harness: 'claude-code',
      sessionId: 's-1',
      title: 'Fix the bug',
      summary: 'Fixed',
      usage: {
        inputTokens: 10,
        outputTokens: 20,
        cacheReadTokens: 300,
        cacheCreationTokens: 40,
        costUsd: 0.25,
      },
    })
    expect((await store.listTasks({ query: 'HAND', harness: 'claude-code' })).tasks).toHaveLength(1)
  })

  it('has its runs', async () => {
    expect(await store.listRuns(String(FIRST))).toEqual([
      {
        id: RUN,
        taskId: FIRST,
        ordinal: 1,
        protocol: 'claude-stream',
        command: ['claude', '-p'],
        cwd: '/work',
        createdAt: START,
        startedAt: START + 1,
        endedAt: START + 9_000,
        exitCode: 0,
        signal: null,
        stoppedBy: null,
        folder: '/home/me/runs/1',
        cursor: 5_213,
        complete: true,
      },
      expect.objectContaining({ id: RESUMED, ordinal: 2, exitCode: 1, cursor: 0 }),
    ])
    expect(await store.getRun(String(SHELL))).toMatchObject({
      command: 'make | tee log',
      signal: 'SIGTERM',
      stoppedBy: 'user',
      exitCode: null,
      folder: null,
    })
    expect((await store.listOpenRuns()).map((run) => run.id)).toEqual([PASSED])
  })

  it('has its events of every type', async () => {
    const { events } = await store.readEvents({ taskId: String(FIRST) })
    const counters = { inputTokens: 10, outputTokens: 20, cacheReadTokens: 300, cacheCreationTokens: 40 }
    expect(events.map(({ type, payload }) => [type, payload])).toEqual([
      ['message', { role: 'user', text: 'Fix it', truncated: false }],
      [
        'session.started',
        {
          harness: 'claude-code',
          model: 'claude-opus-4-5',
          contextWindow: 200_000,
          cwd: '/work',
          sessionId: 's-1',
          tools: ['Bash'],
          harnessVersion: '2.1.0',
        },
      ],
      ['session.title', { title: 'Fix the bug', origin: 'agent' }],
      ['thinking', { text: 'Hm, é 😀', truncated: false }],
      ['tool.call', { callId: 'c1', name: 'Bash', input: '{"command":"ls"}', truncated: false }],
      ['plan', { steps: [{ text: 'Look', status: 'in_progress' }] }],
      [
        'usage',
        { scope: 'call', model: 'claude-opus-4-5', ...counters, contextTokens: 350, messageId: 'm1' },
      ],
      [
        'tool.result',
        {
          callId: 'c1',
          isError: false,
          output: 'a\nb',
          truncated: false,
          files: [{ id: PICTURE, mediaType: 'image/png', name: null, bytes: 13 }],
        },
      ],
      ['session.background', { tasks: [{ taskId: 'b1', kind: 'shell', description: 'npm test' }] }],
      ['raw', { json: { unknown: [1, null] }, notice: { kind: 'retry', text: 'Trying again' } }],
      ['raw', { text: 'no JSON', truncated: false }],
      [
        'usage',
        { scope: 'session', ...counters, costUsd: 0.25, turns: 1, durationMs: 1_500, covers: 'process' },
      ],
      ['session.ended', { status: 'succeeded', stopReason: 'end_turn', summary: 'Fixed' }],
    ])
    expect(events.map((event) => event.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    expect(new Set(events.map((event) => event.run))).toEqual(new Set([RUN]))
    expect(events[0]).toMatchObject({ ts: START, tsKind: 'read', hasSource: false })
    expect(events[3]).toMatchObject({ ts: START + 19, tsKind: 'stated', hasSource: true })
    const last = await store.readEvents({ taskId: String(FIRST), tail: true, limit: 6, raw: false })
    expect(last.events.map((event) => event.seq)).toEqual([7, 8, 9, 10, 12, 13])
    expect(last.related.map((event) => event.seq)).toEqual([5])
  })

  it('has the lines of its events, files put back', async () => {
    const lineOf = async (seq: number) => {
      const found = await store.getEventLine(String(FIRST), seq)
      return [found?.line.source, found?.line.offset, found?.index]
    }
    expect(await store.getEventLine(String(FIRST), 1)).toBeNull()
    expect(await lineOf(6)).toEqual(['{"line":"call"}', 19, 2])
    expect(await lineOf(8)).toEqual(['{"line":"result","data":"bm90IGEgcGljdHVyZQ=="}', 35, 0])
    expect(await lineOf(13)).toEqual([`{"line":"ended","${'long '.repeat(1_000)}":0}`, 191, 1])
    expect((await store.getEventLine(String(FIRST), 8))?.line.stored).toBe(
      `{"line":"result","data":{"$attachment":"${PICTURE}","bytes":13}}`,
    )
    const file = await store.getAttachment(PICTURE)
    expect(file?.mediaType).toBe('image/png')
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe('not a picture')
  })

  it('has lines that are no text, empty or cut', async () => {
    const lines = await store.readLines(String(SHELL), 0, 10)
    const sources = lines.map(({ source }) => (typeof source === 'string' ? source : [...source]))
    expect(sources).toEqual(['plain', [0xff, 0x00, 0x41, 0xc3], '', 'cut here'])
    expect(lines.map((line) => line.offset)).toEqual([0, 6, 11, 12])
    expect(lines.map((line) => line.cut)).toEqual([false, false, false, true])
  })

  it('has payloads with odd keys and half characters, in their second generation', async () => {
    const page = await store.readEvents({ taskId: String(THIRD), generation: 4 })
    expect(page.events.map((event) => JSON.stringify(event.payload))).toEqual([
      '{"__proto__":{"x":1},"text":"\\ud83d","n":0.1}',
      '{"role":"assistant","text":"frag","truncated":false,"delta":true}',
    ])
    await expect(store.readEvents({ taskId: String(THIRD), generation: 3 })).rejects.toMatchObject({
      code: 'generation-gone',
      generation: 4,
    })
  })

  it('has turns, and where their time went, also where they were written without', async () => {
    const page = await store.readTurns({ taskId: String(FIRST) })
    expect(page).toMatchObject({ total: 1, hasMore: false, unattributed: null, generation: 1 })
    expect(page.turns).toEqual([
      {
        number: 1,
        firstSeq: 1,
        lastSeq: 13,
        words: 'Fix it',
        wordsTruncated: false,
        startedAt: START,
        endedAt: START + 191,
        durationMs: 1_500,
        inputTokens: 10,
        outputTokens: 20,
        cacheReadTokens: 300,
        cacheCreationTokens: 40,
        costUsd: 0.25,
        modelCalls: 1,
        calls: 1,
        failures: 0,
        messages: 0,
        status: 'succeeded',
        reason: null,
      },
    ])
    const strip = await store.readStrip({ taskId: String(FIRST), buckets: 2 })
    expect(strip).toMatchObject({
      from: START,
      to: START + 191,
      ms: { shell: 16, retry: 30, model: 145 },
      open: [],
    })
    expect((await store.readTurns({ taskId: String(SECOND) })).turns).toEqual([])
    expect((await store.readTurns({ taskId: String(THIRD) })).turns).toMatchObject([{ status: 'running' }])
  })

  it('can be written on', async () => {
    const id = String(PASSED)
    const lease = String(await store.acquireLease(id, 'test', 60_000))
    const run = await store.getRun(id)
    const task = await store.getTask(String(THIRD))
    if (!run || !task?.state) throw new Error('The history has no third task.')
    const line = { offset: run.cursor, ts: 1, source: 'new', attachments: [], cut: false }
    const event = {
      type: 'raw',
      payload: { text: 'new' },
      ts: 1,
      tsKind: 'read',
      offset: run.cursor,
      index: 0,
    } as const
    const seq = await store.commitBatch({
      taskId: task.id,
      runId: id,
      lease,
      fromCursor: run.cursor,
      toCursor: run.cursor + 4,
      lines: [line],
      events: [event],
      attachments: [],
      state: task.state,
      foldVersion: 2,
      lastAt: 1,
      run: { complete: true },
    })
    expect(seq).toBe(3)
    await store.removeTask(String(FIRST))
    expect(await store.getAttachment(PICTURE)).toBeNull()
    await store.checkIntegrity()
  })
})
