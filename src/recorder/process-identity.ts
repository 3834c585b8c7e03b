import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process, told from a later one that got the same pid by when it started. */
export type ProcessIdentity = {
  pid: number
  /** Linux: field 22 of `/proc/<pid>/stat`; elsewhere what `ps -o lstart=` prints. Empty when it ended too soon to see. */
  startTime: string
}

/** The identity of a process that runs now; its start time is empty when there is no such process. */
export function identityOf(pid: number): ProcessIdentity {
  if (process.platform !== 'linux') {
    const options = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } } as const
    const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], options)
    return { pid, startTime: (stdout ?? '').trim().split(/\s+/).join(' ') }
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return { pid, startTime: fieldsOf(stat)[19] ?? '' }
  } catch {
    return { pid, startTime: '' }
  }
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
  const fields = fieldsOf(stat)
  const state = fields[0]
  return state !== 'Z' && state !== 'X' && fields[19] === startTime
}

/** The second field is the program's name in parentheses, which may itself hold spaces and parentheses. */
function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
}

function isAliveByPs(pid: number, startTime: string): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  const [state = '', ...started] = (stdout ?? '').trim().split(/\s+/)
  return state !== '' && !state.startsWith('Z') && started.join(' ') === startTime
}
