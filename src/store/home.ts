import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'

/** The folder of the user's data: `$AGENT_STREAM_HOME`, else the platform's place for it. Always absolute. */
export function defaultHome(env: Record<string, string | undefined> = process.env): string {
  if (env.AGENT_STREAM_HOME) return resolve(env.AGENT_STREAM_HOME)
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support/agent-stream')
  if (process.platform === 'win32')
    return join(env.LOCALAPPDATA || join(homedir(), 'AppData/Local'), 'agent-stream')
  // The XDG specification has an empty or relative value ignored.
  const data = env.XDG_DATA_HOME
  return join(data && isAbsolute(data) ? data : join(homedir(), '.local/share'), 'agent-stream')
}

/** Where the store of a home is. */
export function storePathOf(home: string): string {
  return join(home, 'store.sqlite')
}

/** Makes a folder that only its owner may enter, whatever the umask. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
}

/** Makes sure that a file exists and that only its owner may read it. SQLite gives its side files the same mode. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

/** The bit of a folder that everybody may write into, like `/tmp`. */
const STICKY = 0o1000

/**
 * Makes the place of a store private: its files always; its folder when it is a home (it holds `store.sqlite`) or new.
 * Somebody else's folder, or one that is shared, stays as it is.
 */
export function makePrivatePlace(path: string): void {
  const folder = dirname(resolve(path))
  const isOurs =
    !existsSync(folder) || (storePathOf(folder) === resolve(path) && !(statSync(folder).mode & STICKY))
  if (isOurs) makePrivateFolder(folder)
  makePrivateFile(path)
  // Side files that a crash or a copy left behind may have another mode.
  for (const side of [`${path}-wal`, `${path}-shm`]) if (existsSync(side)) chmodSync(side, 0o600)
}
