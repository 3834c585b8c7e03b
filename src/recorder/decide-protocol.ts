import { closeSync, existsSync, openSync, readSync, rmSync } from 'node:fs'
import { splitCompleteLines } from '../core/lines.ts'
import { type AgentProtocol, detectProtocol } from '../dialects/registry.ts'
import type { RunRecord, Store } from '../store/store.ts'
import { findRunEnd } from './run-end.ts'
import { runFiles } from './run-folder.ts'
import { watchFolder } from './watch.ts'

/** So much of stdout is looked at; a stream that has said nothing known until then is plain output. */
const MAX_BYTES = 64 * 1024
const MAX_LINES = 20

/**
 * The run with the protocol that it speaks: at once where that is known, else when its first lines have told, which is
 * written into the store. Null when the signal came before, or with `once` while too little was printed to tell.
 */
export async function untilDecided(
  store: Store,
  run: RunRecord,
  folder: string,
  { signal, once = false, pollMs }: { signal?: AbortSignal; once?: boolean; pollMs: number },
): Promise<RunRecord | null> {
  const { undecided } = runFiles(folder)
  if (!existsSync(undecided)) return run
  const watch = watchFolder(folder, pollMs)
  const wake = (): void => watch.wake()
  signal?.addEventListener('abort', wake)
  try {
    for (;;) {
      if (signal?.aborted) return null
      const protocol = decideProtocol(run, folder)
      if (protocol !== null) {
        await store.changeRun(run.id, { protocol })
        rmSync(undecided, { force: true })
        return { ...run, protocol }
      }
      if (once) return null
      await watch.change()
    }
  } finally {
    signal?.removeEventListener('abort', wake)
    watch.close()
  }
}

/**
 * What the first lines of a run speak: `none` for plain output; null while too little was printed to tell. Output that does
 * not begin as JSON is plain at once, so that it is shown while it is printed.
 */
function decideProtocol(run: RunRecord, folder: string): AgentProtocol | null {
  // Asked before reading: what was printed before the end is then surely read.
  const hasEnded = findRunEnd(run, folder) !== null
  const head = readHead(folder)
  const first = head.toString('latin1').trimStart()[0]
  if (first !== undefined && first !== '{') return 'none'
  const { lines } = splitCompleteLines(hasEnded ? Buffer.concat([head, Buffer.from('\n')]) : head)
  const found = detectProtocol(lines)
  if (found !== null) return found
  return hasEnded || lines.length >= MAX_LINES || head.length >= MAX_BYTES ? 'none' : null
}

function readHead(folder: string): Buffer {
  const path = runFiles(folder).stdout
  if (!existsSync(path)) return Buffer.alloc(0)
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(MAX_BYTES)
    return head.subarray(0, readSync(file, head, 0, MAX_BYTES, 0))
  } finally {
    closeSync(file)
  }
}
