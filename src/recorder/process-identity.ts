import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process, told from a later one that got the same pid by when it started. */
export type ProcessIdentity = {
  pid: number
  /** Linux: field 22 of `/proc/<pid>/stat`; elsewhere what `ps -o lstart=` prints. Empty when it ended too soon to see. */
  startTime: string
}

/** Whether that very process still runs. A zombie does not: it has ended, nobody has asked how. */
export function isAlive({ pid, startTime }: ProcessIdentity): boolean {
  if (startTime === '') return false
  return process.platform === 'linux' ? isAliveByProc(pid, startTime) : isAliveByPs(pid, startTime)
}

function isAliveByProc(pid: number, startTime: string): boolean {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return false
  }
  // The second field is the program's name in parentheses, which may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  const state = fields[0]
  return state !== 'Z' && state !== 'X' && fields[19] === startTime
}

function isAliveByPs(pid: number, startTime: string): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  const [state = '', ...started] = (stdout ?? '').trim().split(/\s+/)
  return state !== '' && !state.startsWith('Z') && started.join(' ') === startTime
}
