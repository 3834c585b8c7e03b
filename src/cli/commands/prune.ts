import { prune } from '../../recorder/index.ts'
import { withStore } from '../home.ts'
import { writeTo } from '../output.ts'
import { CliProblem } from '../problem.ts'
import { jsonLine } from '../render/terminal-text.ts'

/** What `prune` was told. */
export type PruneCommandOptions = { olderThan?: string; spools?: boolean; dryRun?: boolean; json?: boolean }

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }

/** Removes old tasks, and spools whose every byte is in the store. */
export async function pruneCommand(options: PruneCommandOptions): Promise<void> {
  const { olderThan, spools = false, dryRun = false, json = false } = options
  if (olderThan === undefined && !spools) {
    throw new CliProblem('Nothing to prune. Say what: --older-than 30d, --spools, or both.', 2)
  }
  const tasksBefore = olderThan === undefined ? null : Date.now() - readAge(olderThan)
  await withStore(async (store) => {
    const pruned = await prune(store, { tasksBefore, spools, dryRun })
    const would = dryRun ? 'Would remove' : 'Removed'
    const said = json
      ? jsonLine(pruned)
      : [
          `${would} ${count(pruned.tasks.length, 'task')} and ${count(pruned.spools.length, 'spool')} (${(pruned.bytes / 1e6).toFixed(1)} MB).`,
          ...pruned.kept.map(
            (run) => `Kept the spool of run ${run}: the store does not hold every byte of it.`,
          ),
        ].join('\n')
    await writeTo(process.stdout, `${said}\n`)
  })
}

/** Milliseconds of an age like `30d`, `12h` or `2w`. */
function readAge(value: string): number {
  const match = /^(\d{1,5})([hdw])$/.exec(value)
  const unit = UNIT_MS[match?.[2] ?? '']
  if (match && unit !== undefined) return Number(match[1]) * unit
  throw new CliProblem(`--older-than wants an age like 12h, 30d or 4w, not ${JSON.stringify(value)}.`, 2)
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
