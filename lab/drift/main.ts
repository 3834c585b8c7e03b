/**
 * Compares what a harness prints now with what it printed before. With `--new` it compares; without, it has the lab
 * record the newest published version first. Exits with 1 when a dialect no longer reads its harness fully.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { LAB_RECORDINGS, RECORDINGS } from '../../test/recordings.ts'
import { HARNESSES } from '../harnesses/registry.ts'
import { type Change, describeChanges } from './change.ts'
import { compareRecordings } from './compare.ts'
import { harnessesIn, type RecordingSet, readNewest } from './read-sets.ts'

type Options = { old?: string; new?: string }

new Command('drift')
  .description('Compares what harnesses print now with what they printed before.')
  .argument('[harness...]', 'names of the lab; all of it, or all in the folder of --new, unless said')
  .option('--old <folder>', "the recordings of before; without it, the repository's")
  .option('--new <folder>', 'the new recordings; without it the lab records the newest version')
  .action(main)
  .parse()

function main(names: string[], { old, new: given }: Options): void {
  const now = given ?? mkdtempSync(join(tmpdir(), 'agent-stream-drift-'))
  const all = given === undefined ? HARNESSES.map(({ name }) => name) : harnessesIn(now)
  const harnesses = names.length > 0 ? names : all
  for (const harness of harnesses) {
    try {
      if (given === undefined) record(harness, now)
      compare(harness, old, now)
    } catch (error) {
      console.error(`${harness}: ${error instanceof Error ? error.message : error}`)
      process.exitCode = 1
    }
  }
}

function record(harness: string, out: string): void {
  const lab = fileURLToPath(new URL('../cli.ts', import.meta.url))
  const args = ['--import', 'tsx', lab, 'record', `${harness}@latest`, '--out', out]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status === 0) return
  // What could be recorded is compared all the same.
  console.error(`${harness}: the lab could not record all of it; what there is, is in ${out}.`)
  process.exitCode = 1
}

function compare(harness: string, old: string | undefined, now: string): void {
  const before = old === undefined ? readOwn(harness) : readNewest(old, harness)
  const fresh = readNewest(now, harness)
  const { changes, scenariosInBoth } = compareRecordings(before.recordings, fresh.recordings)
  const [left, right] = [before, fresh].map(
    ({ version, recordings }) => `${version} (${recordings.length} recordings)`,
  )
  console.log(`\n${harness} ${left} → ${right}, ${scenariosInBoth} scenarios in both`)
  if (changes.length > 0) console.log(describeChanges(changes))
  console.log(verdictOf(changes))
  if (changes.some(({ isFailure }) => isFailure)) process.exitCode = 1
}

/** The lab's own recordings share its scenarios; those that are too large for the repository have others in their place. */
function readOwn(harness: string): RecordingSet {
  const isInLab = harnessesIn(LAB_RECORDINGS).includes(harness)
  return readNewest(isInLab ? LAB_RECORDINGS : RECORDINGS, harness)
}

function verdictOf(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing has changed.'
  const failures = changes.filter(({ isFailure }) => isFailure).length
  return failures === 0
    ? 'The dialect reads it fully.'
    : `The dialect does not read it fully: ${failures} rows.`
}
