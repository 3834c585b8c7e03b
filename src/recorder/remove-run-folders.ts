import { rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { RunRecord } from '../store/store.ts'

/** Removes the spool files of runs whose task is gone. A folder that no recorder can have made for its run is left alone. */
export async function removeRunFolders(runs: readonly RunRecord[]): Promise<void> {
  for (const { id, folder } of runs) {
    if (folder === null || basename(folder) !== id || basename(dirname(folder)) !== 'runs') continue
    await rm(folder, { recursive: true, force: true })
  }
}
