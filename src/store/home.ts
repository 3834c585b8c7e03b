import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The folder of the user's data: `$AGENT_STREAM_HOME`, else the platform's place for it. */
export function defaultHome(env: Record<string, string | undefined> = process.env): string {
  if (env.AGENT_STREAM_HOME) return env.AGENT_STREAM_HOME
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support/agent-stream')
  if (process.platform === 'win32')
    return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'agent-stream')
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local/share'), 'agent-stream')
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
