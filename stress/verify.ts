import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual } from 'node:util'
import { parseStreamLine } from '../src/index.ts'
import type { Store } from '../src/store/index.ts'

/** How many lines of a run are stored, each once, in order, as the reference parse has them. Throws at the first that is not. */
export async function verifyRun(
  store: Store,
  taskId: string,
  runId: string,
  stdout: string,
): Promise<number> {
  const lines = (await store.readLines(runId, 0, 10_000_000)).map(({ source }) => source)
  let at = 0
  const expected: { type: string; payload: unknown }[] = []
  for await (const printed of createInterface({ input: createReadStream(stdout), crlfDelay: 0 })) {
    if (lines[at] !== printed) throw new Error(`Line ${at + 1} of run ${runId} is not what was printed.`)
    at++
    for (const { type, payload } of parseStreamLine('jsonl', printed)) expected.push({ type, payload })
  }
  if (at !== lines.length) throw new Error(`${lines.length} lines are stored, and ${at} were printed.`)
  let seq = 0
  let own = 0
  for (let since = 0, hasMore = true; hasMore; ) {
    const page = await store.readEvents({ taskId, since, limit: 2_000 })
    for (const { seq: next, type, payload, hasSource } of page.events) {
      if (next !== ++seq) throw new Error(`Event ${next} of task ${taskId} comes after event ${seq - 1}.`)
      if (hasSource && !isDeepStrictEqual({ type, payload }, expected[own++]))
        throw new Error(`Event ${seq} of task ${taskId} is not what the reference parse gives.`)
    }
    since = page.lastSeq ?? since
    hasMore = page.hasMore
  }
  if (own !== expected.length) throw new Error(`${own} events are stored, ${expected.length} were expected.`)
  return at
}
