import { readdirSync, readFileSync } from 'node:fs'

/** Whether the system tells of processes in files. */
export const HAS_PROC: boolean = process.platform === 'linux'

/** Children of this process that have ended and that nobody asked how: there must be none. */
export function findZombies(parent: number = process.pid): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      const [state, parentPid] = readStat(pid)
      return state === 'Z' && Number(parentPid) === parent
    })
}

/** Which part of one processor this process uses while nothing happens, measured over a time. */
export async function measureIdleLoad(ms: number): Promise<number> {
  const before = process.cpuUsage()
  await new Promise((resolve) => setTimeout(resolve, ms))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / ms
}

/** What `/proc/PID/stat` says after the name; nothing for a process that is gone. */
function readStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  } catch {
    return []
  }
}
