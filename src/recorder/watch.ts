import { type FSWatcher, watch } from 'node:fs'

/** Tells that something in a folder may have changed. */
export type FolderWatch = {
  /** Resolves at the next change, or after `pollMs`, or at once when there was a change since the last call. */
  change(): Promise<void>
  /** Makes a pending `change` resolve now. */
  wake(): void
  close(): void
}

/** Watches a folder by the system's notices; by polling alone where there are none (a network share, no more watches). */
export function watchFolder(folder: string, pollMs: number): FolderWatch {
  let isChanged = false
  let resume: (() => void) | null = null
  let timer: NodeJS.Timeout | undefined

  function wake(): void {
    isChanged = true
    resume?.()
  }

  const watcher = openWatcher(folder, wake)
  return {
    async change(): Promise<void> {
      if (!isChanged) {
        await new Promise<void>((resolve) => {
          resume = resolve
          timer = setTimeout(resolve, pollMs)
        })
      }
      clearTimeout(timer)
      resume = null
      isChanged = false
    },
    wake,
    close(): void {
      watcher?.close()
      wake()
    },
  }
}

function openWatcher(folder: string, onChange: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, onChange)
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return null
  }
}
