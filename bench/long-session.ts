import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { median } from './measure.ts'
import type { Row } from './row.ts'
import { longSession } from './session-lines.ts'

const { openStore, storePathOf }: typeof import('../src/store/index.ts') = await import(
  new URL('../dist/store/index.js', import.meta.url).href
)
const { importTask }: typeof import('../src/recorder/index.ts') = await import(
  new URL('../dist/recorder/index.js', import.meta.url).href
)

const ROUNDS = 7
const STRIP_MS = 100
const FIRST_MATCH_MS = 300
const BLOCK_MS = 50

/** How long something took (ms): of processor time the first time and at the median, and at the median on the wall. */
type Timing = { first: number; median: number; wall: number }

/**
 * How fast a way through a long session is told: its turns, where its time went, and where a text stands, against reading
 * all of its events once. Needs the built package.
 */
export async function benchLongSession(events: number = 100_000): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'agent-stream-bench-'))
  const store = await openStore(storePathOf(home))
  try {
    const { taskId } = await importTask(store, longSession(events))
    const readAll = async (): Promise<void> => {
      for (let since = 0, hasMore = true; hasMore; ) {
        const page = await store.readEvents({ taskId, since, limit: 2_000 })
        since = page.lastSeq ?? since
        hasMore = page.hasMore
      }
    }
    const find = async (text: string): Promise<void> => {
      await store.findText({ taskId, text })
    }
    const findAll = async (text: string): Promise<void> => {
      for (let isComplete = false; !isComplete; ) {
        ;({ isComplete } = await store.findText({ taskId, text, limit: 1 }))
        if (!isComplete) await delay(2)
      }
    }
    const all = await time(3, readAll)
    const strip = await time(ROUNDS, () => store.readStrip({ taskId }))
    const turns = await time(ROUNDS, () => store.readTurns({ taskId }))
    // Each round looks for another text, as a scan is remembered.
    const rare = await time(ROUNDS, (round) => find(`needle ${round}`))
    const common = await time(ROUNDS, (round) => find(`index ${'abcdefgh'[round] ?? ''}`))
    const cyrillic = await time(ROUNDS, (round) => find(`привет ${round}`))
    const block = await longestBlock(() => findAll('path'))
    const name = `${events.toLocaleString('en')} events`
    return [
      row(`time strip of ${name}, 400 slices`, strip, all, STRIP_MS),
      row(`turns of ${name}, the first 200`, turns, all, STRIP_MS),
      row(`find in ${name}, a text that is there once`, rare, all, FIRST_MATCH_MS),
      row(`find in ${name}, a text in many events, first page`, common, all, FIRST_MATCH_MS),
      row(`find in ${name}, a text that is no ASCII`, cyrillic, all, FIRST_MATCH_MS),
      {
        what: `longest pause for others while every event of ${name} is found and counted`,
        figure: `${block.toFixed(0)} ms`,
        detail: 'processor time between two turns of a timer of 1 ms',
        target: `at most ${BLOCK_MS} ms`,
        met: block <= BLOCK_MS,
      },
    ]
  } finally {
    await store.close()
    rmSync(home, { recursive: true, force: true })
  }
}

function row(what: string, timing: Timing, all: Timing, limitMs: number): Row {
  const worst = Math.max(timing.first, timing.median)
  return {
    what,
    figure: `${timing.median.toFixed(1)} ms`,
    detail: `${(timing.median / all.median).toFixed(3)} x reading all events (${all.median.toFixed(0)} ms); ${timing.first.toFixed(1)} ms the first time; ${timing.wall.toFixed(1)} ms on the wall`,
    target: `at most ${limitMs} ms`,
    met: worst <= limitMs,
  }
}

async function time(rounds: number, work: (round: number) => Promise<unknown>): Promise<Timing> {
  const times: number[] = []
  const walls: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = processorMs()
    const startWall = performance.now()
    await work(round)
    times.push(processorMs() - start)
    walls.push(performance.now() - startWall)
  }
  return { first: times[0] ?? Number.NaN, median: median(times), wall: median(walls) }
}

/** The most processor time between two turns of a timer, while some work goes on. */
async function longestBlock(work: () => Promise<void>): Promise<number> {
  let longest = 0
  let last = processorMs()
  const timer = setInterval(() => {
    const now = processorMs()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return longest
}

/** Processor time of this process so far, which other processes disturb far less than the clock on the wall. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
