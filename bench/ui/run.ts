/**
 * Prints the figures that are demanded of the page, in a real browser on a real server. Ratios hold within this run.
 * Usage: tsx bench/ui/run.ts [FOLDER [EVENTS...]]. The folder keeps the sessions for the next run.
 */
import { cpus, loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { median } from '../measure.ts'
import { describeRows, type Row } from '../row.ts'
import { visit } from './first-load.ts'
import { findIn, jumpTo, turnsOf } from './going.ts'
import { watchLive } from './live.ts'
import { scrollThrough } from './memory.ts'
import { openPlainPage, scrollFrames } from './scrolling.ts'
import { type BenchStage, type LongTask, withStage } from './stage.ts'

const ROUNDS = 7
const JUMPS = 40
const VIEWPORT = { width: 1280, height: 900 }
/** As fast as a wheel is turned with some haste (px a frame). */
const STEP_PX = 120
const SCROLL_FRAMES = 400
const ROWS = 20_000

const load = (): string => loadavg()[0]?.toFixed(2) ?? ''
const [folder, ...sizes] = process.argv.slice(2)
const before = load()
const rows = await withStage(
  sizes.length > 0 ? sizes.map(Number) : [100_000, 1_000_000],
  folder,
  async (stage) => [
    ...(await benchFirstLoad(stage)),
    ...(await eachTask(stage, benchGoing)),
    ...(await benchScrolling(stage)),
    ...(await benchLongWay(stage)),
    ...(await benchLive(stage)),
  ],
)
const date = new Date().toISOString().slice(0, 10)
console.log(
  `${date}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores`,
)
console.log(`${cpus()[0]?.model ?? 'unknown processor'}; load average ${before} before, ${load()} after\n`)
console.log(describeRows(rows))

async function eachTask(
  stage: BenchStage,
  bench: (stage: BenchStage, task: LongTask) => Promise<Row[]>,
): Promise<Row[]> {
  const all: Row[] = []
  for (const task of stage.tasks) all.push(...(await bench(stage, task)))
  return all
}

/** A page of its own, with nothing in its cache. */
async function withPage<T>({ browser }: BenchStage, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  // tsx gives functions their names by a helper that the page does not know.
  await context.addInitScript('globalThis.__name = (named) => named')
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

async function benchFirstLoad(stage: BenchStage): Promise<Row[]> {
  const made: Row[] = []
  let code = { codeKib: 0, codeFiles: 0 }
  for (const task of stage.tasks) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const first = await withPage(stage, (page) => visit(page, `${stage.url}/tasks/${task.taskId}`))
      times.push(first.rowsMs)
      code = first
    }
    made.push(timeRow(`first rows of ${nameOf(task)} after the navigation`, times, 1_000))
  }
  return [
    {
      what: 'scripts and styles of a first visit, gzipped',
      figure: `${code.codeKib.toFixed(1)} KiB`,
      detail: `${code.codeFiles} files`,
      target: 'at most 120 KB',
      met: code.codeKib * 1.024 <= 120,
    },
    ...made,
  ]
}

async function benchGoing(stage: BenchStage, task: LongTask): Promise<Row[]> {
  return await withPage(stage, async (page) => {
    await visit(page, `${stage.url}/tasks/${task.taskId}`)
    const jumps: number[] = []
    for (const seq of await turnsOf(page, task.taskId, JUMPS)) jumps.push(await jumpTo(page, seq))
    const texts = (text: string) => Array.from({ length: ROUNDS }, (_, round) => `${text}${round}`)
    const find = async (all: string[]) => {
      const times: number[] = []
      for (const text of all) times.push(await findIn(page, task.taskId, text))
      return times
    }
    return [
      timeRow(`going to any turn of ${nameOf(task)}`, jumps, 150),
      timeRow(`finding in ${nameOf(task)}, a text that is there once`, await find(texts('Turn 90')), 300),
      timeRow(`the same, a text that is nowhere`, await find(texts('nowhere ')), 300),
    ]
  })
}

async function benchScrolling(stage: BenchStage): Promise<Row[]> {
  const [task] = stage.tasks
  const ours: number[] = []
  const plain: number[] = []
  let detail = ''
  for (let round = 0; round < 5; round++) {
    const rich = await withPage(stage, async (page) => {
      await visit(page, `${stage.url}/tasks/${task?.taskId}`)
      await delay(1_000)
      return await scrollFrames(page, SCROLL_FRAMES, -STEP_PX)
    })
    const simple = await withPage(stage, async (page) => {
      await openPlainPage(page, ROWS)
      await delay(1_000)
      return await scrollFrames(page, SCROLL_FRAMES, -STEP_PX)
    })
    ours.push(rich.meanMs)
    plain.push(simple.meanMs)
    detail = `mean ${rich.meanMs.toFixed(1)} ms against ${simple.meanMs.toFixed(1)} ms; 95 % within ${rich.p95Ms.toFixed(1)} ms against ${simple.p95Ms.toFixed(1)} ms; longest ${rich.longestMs.toFixed(0)} against ${simple.longestMs.toFixed(0)} ms`
  }
  const ratio = median(ours.map((time, round) => time / (plain[round] ?? Number.NaN)))
  return [
    {
      what: `frame times while scrolling up, ${STEP_PX} px a frame`,
      figure: `${ratio.toFixed(2)} x a page of ${ROWS.toLocaleString('en')} plain rows`,
      detail,
      target: 'at most 1.5 x',
      met: ratio <= 1.5,
    },
  ]
}

async function benchLongWay(stage: BenchStage): Promise<Row[]> {
  const [task] = stage.tasks
  return await withPage(stage, async (page) => {
    await visit(page, `${stage.url}/tasks/${task?.taskId}`)
    const { rows: seen, mostElements, heapMb, seconds } = await scrollThrough(page, ROWS)
    const what = `${seen.toLocaleString('en')} rows were scrolled through`
    return [
      {
        what: `heap of the page after ${what}`,
        figure: `${heapMb.toFixed(1)} MB`,
        detail: `after a collection; ${seconds.toFixed(0)} s on the way`,
        target: 'under 120 MB',
        met: heapMb < 120 && seen >= ROWS,
      },
      {
        what: `elements in the page, most while ${what}`,
        figure: `${mostElements}`,
        detail: `${VIEWPORT.width} x ${VIEWPORT.height} px`,
        target: 'under 1,500',
        met: mostElements < 1_500,
      },
    ]
  })
}

async function benchLive(stage: BenchStage): Promise<Row[]> {
  return await withPage(stage, async (page) => {
    const { eventsPerSecond, frames, keyMs, behind } = await watchLive(stage, page)
    const what = `${eventsPerSecond.toFixed(0)} events a second arriving`
    return [
      {
        what: `longest frame, ${what}`,
        figure: `${frames.longestMs.toFixed(0)} ms`,
        detail: `mean ${frames.meanMs.toFixed(1)} ms, 95 % within ${frames.p95Ms.toFixed(1)} ms; ${behind} events behind the store at the end`,
        target: 'at most 100 ms',
        met: frames.longestMs <= 100 && eventsPerSecond >= 190,
      },
      {
        what: `longest time from a key to its frame, ${what}`,
        figure: `${keyMs.toFixed(0)} ms`,
        detail: 'in the search of the list, two or three a second',
        target: 'at most 100 ms',
        met: keyMs <= 100,
      },
    ]
  })
}

function timeRow(what: string, times: readonly number[], limitMs: number): Row {
  const worst = Math.max(...times)
  return {
    what,
    figure: `${median(times).toFixed(0)} ms`,
    detail: `the longest of ${times.length}: ${worst.toFixed(0)} ms`,
    target: `at most ${limitMs} ms`,
    met: worst <= limitMs,
  }
}

function nameOf({ events }: LongTask): string {
  return `${events.toLocaleString('en')} events`
}
