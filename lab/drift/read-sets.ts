import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fixtureFolderOf } from '../../test/conformance/facts/lab.ts'
import { type Recording, readVersion } from '../../test/recordings.ts'

/** Recordings of one version of a harness. */
export type RecordingSet = { harness: string; version: string; recordings: Recording[] }

/** Names of the harnesses that a folder has recordings of; of one harness or version where it is such a folder. */
export function harnessesIn(root: string): string[] {
  const folder = resolve(root)
  if (holdsStreams(folder)) return [basename(dirname(folder))]
  if (foldersIn(folder).some((version) => holdsStreams(join(folder, version)))) return [basename(folder)]
  return foldersIn(folder)
}

/**
 * The newest version of a harness under `root`, which is a folder of harnesses, of the versions of one, or of one
 * version. Throws a `RangeError` when it has none.
 */
export function readNewest(root: string, harness: string): RecordingSet {
  const folder = resolve(root)
  const candidates = [folder, join(folder, harness), join(folder, fixtureFolderOf(harness))].flatMap(
    (place) => [place, ...foldersIn(place).map((name) => join(place, name))],
  )
  const found = candidates.filter(holdsStreams).sort(compareByVersion).at(-1)
  if (found === undefined) throw new RangeError(`No recordings of ${harness} in ${folder}.`)
  const version = basename(found)
  return { harness, version, recordings: readVersion(found, basename(dirname(found)), version) }
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory())
}

function holdsStreams(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.jsonl'))
}

function compareByVersion(left: string, right: string): number {
  return basename(left).localeCompare(basename(right), 'en', { numeric: true })
}
