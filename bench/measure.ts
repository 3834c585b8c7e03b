/** Processor times of one contestant over all rounds: user and system, collector threads included. */
export type Timing = { name: string; medianMs: number; timesMs: number[] }

/**
 * Times contestants in turns, so that a load that comes and goes meets all of them alike. Processor time is taken, which
 * other processes disturb far less than the clock on the wall. One unmeasured round warms the compiler. `work` gives back something that depends on all of its work, so that none of it can be optimised away.
 */
export function measureInTurns(
  contestants: readonly { name: string; work: () => number }[],
  rounds: number = 7,
): Timing[] {
  const timings = contestants.map(({ name }) => ({ name, medianMs: 0, timesMs: [] as number[] }))
  let sink = 0
  for (let round = -1; round < rounds; round++) {
    for (const [index, { work }] of contestants.entries()) {
      globalThis.gc?.()
      const start = process.cpuUsage()
      sink += work()
      const { user, system } = process.cpuUsage(start)
      if (round >= 0) timings[index]?.timesMs.push((user + system) / 1000)
    }
  }
  if (Number.isNaN(sink)) throw new Error('A contestant did no work.')
  for (const timing of timings) timing.medianMs = median(timing.timesMs)
  return timings
}

/** The median of `left` over `right`, round by round. */
export function medianRatio(left: Timing | undefined, right: Timing | undefined): number {
  if (!left || !right) throw new Error('Two timings are needed for a ratio.')
  return median(left.timesMs.map((time, round) => time / (right.timesMs[round] ?? Number.NaN)))
}

/** The middle value; NaN of nothing. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
