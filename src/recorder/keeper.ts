import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, rmSync } from 'node:fs'
import { RecorderError } from './errors.ts'
import { runFiles, writeStarter } from './run-folder.ts'

/**
 * The keeper: it starts the harness, waits for it and writes down how it ended, whoever else dies meanwhile.
 *
 * - The harness writes to files opened for appending, so it never waits for a reader of ours.
 * - An interactive harness reads a FIFO that the keeper holds open for reading and writing: whoever writes to it may come
 *   and go without the harness seeing the end of its input. SIGUSR1 lets go of it, which is that end.
 * - `set -m` gives the harness a process group of its own and leaves SIGINT at its default, which a plain background
 *   command of a shell has ignored. bash does it without a terminal; dash 0.5.12 and busybox do not: there `setsid` makes
 *   the group, and `env --default-signal` (coreutils 8.31 and newer) makes the harness heed SIGINT again.
 * - The harness's PATH may lack the system's tools: the keeper looks in their usual places first, and gives the harness
 *   the PATH that it would have had.
 * - A time limit is counted in seconds that the machine was up: the clock may be set meanwhile. Without /proc it is the clock.
 * - What it must say it says again each second while the disk is full, as long as the folder is there.
 * - A shell cannot tell "ended by SIGTERM" from "exited with 143": the exit file holds the shell's number.
 * - Files of ours are made under umask 077; the harness keeps the umask that it would have had.
 * - bash tells on stderr that a job was killed: from the start of the harness on, the shell's own stderr goes nowhere.
 * - `wait` also returns when the harness is only stopped (SIGSTOP) or the keeper gets a signal, hence the loop.
 */
export const KEEPER_SCRIPT = `# keeper.sh FOLDER TIME_LIMIT_SECONDS SPOOL_LIMIT_BYTES PROGRAM [ARGUMENT...]; a limit of 0 is none.
folder=$1 time_limit=$2 spool_limit=$3
shift 3
trap : HUP INT TERM
path=\${PATH-}
PATH=/usr/bin:/bin\${path:+:$path}

put() {
  (umask 077 && printf '%s\\n' "$2" >"$folder/$1.new") && mv -f "$folder/$1.new" "$folder/$1"
}

keep() {
  until put "$1" "$2"; do
    [ -d "$folder" ] || return
    sleep 1
  done
}

stat_of() {
  if [ -r "/proc/$1/stat" ]; then stat=$(cat "/proc/$1/stat" 2>/dev/null) && echo "\${stat##*) }"; fi
}

started_at() {
  if [ -d /proc/self ]; then
    set -- $(stat_of "$1")
    echo "\${20-}"
  else
    set -- $(LC_ALL=C ps -o lstart= -p "$1")
    echo "$*"
  fi
}

group_of() {
  if [ -d /proc/self ]; then
    set -- $(stat_of "$1")
    echo "\${3-}"
  else
    set -- $(ps -o pgid= -p "$1")
    echo "\${1-}"
  fi
}

input=$folder/stdin woken=
if [ -e "$folder/interactive" ]; then
  input=$folder/input
  [ -p "$input" ] || (umask 077 && mkfifo "$input")
  exec 3<>"$input"
  trap 'exec 3>&-; woken=yes' USR1
fi

if ! (PATH=$path && command -v "$1") >/dev/null 2>&1; then
  echo "agent-stream: command not found: $1 (is it installed, and in the PATH of whoever started it?)" >>"$folder/stderr"
  put exit 127
  exit 0
fi

set -m 2>/dev/null
grouped=yes
case $- in
*m*) ;;
*)
  : &
  [ "$(group_of $!)" = "$!" ] || grouped=no
  wait $!
  ;;
esac

run() {
  PATH=$path
  exec "$@"
}

exec 2>/dev/null
if [ "$grouped" = yes ]; then
  run "$@" <"$input" 3>&- >>"$folder/stdout" 2>>"$folder/stderr" &
elif setsid=$(command -v setsid); then
  reset=
  env --default-signal=INT,QUIT true 2>/dev/null && reset="$(command -v env) --default-signal=INT,QUIT"
  case $1 in *=*) reset= ;; esac
  run "$setsid" $reset "$@" <"$input" 3>&- >>"$folder/stdout" 2>>"$folder/stderr" &
else
  run "$@" <"$input" 3>&- >>"$folder/stdout" 2>>"$folder/stderr" &
fi
harness=$!
processes="keeper $$ $(started_at $$)
harness $harness $(started_at $harness)"
put process "$processes" || { keep process "$processes" 3>&- & }

if [ "$input" != "$folder/stdin" ]; then
  {
    cat "$folder/stdin" >&3 3>&-
    put first-said yes
  } &
fi

signal() {
  kill "-$1" "-$harness" 2>/dev/null || kill "-$1" "$harness" 2>/dev/null
}

seconds() {
  if [ -r /proc/uptime ]; then
    read -r up rest </proc/uptime
    echo "\${up%%.*}"
  else
    date +%s
  fi
}

guard() {
  began=$(seconds)
  while sleep 1; do
    reason=
    if [ "$spool_limit" -gt 0 ]; then
      size=$(($(wc -c <"$folder/stdout") + $(wc -c <"$folder/stderr")))
      [ "$size" -le "$spool_limit" ] || reason=spool_limit
    fi
    if [ "$time_limit" -gt 0 ] && [ $(($(seconds) - began)) -ge "$time_limit" ]; then reason=time_limit; fi
    if [ -n "$reason" ]; then
      put limit "$reason"
      signal INT
      sleep 2
      signal TERM
      sleep 3
      signal KILL
      return
    fi
  done
}

guard=
if [ "$time_limit" -gt 0 ] || [ "$spool_limit" -gt 0 ]; then
  guard </dev/null >/dev/null 2>&1 3>&- &
  guard=$!
fi

while :; do
  wait "$harness"
  code=$?
  kill -0 "$harness" 2>/dev/null || break
  if [ -n "$woken" ]; then woken=; else sleep 1; fi
done
if [ -n "$guard" ]; then kill -KILL "-$guard" 2>/dev/null || kill -KILL "$guard" 2>/dev/null; fi
keep exit "$code"
exit 0
`

/** What the keeper must know. */
export type KeeperOptions = {
  /** The run's folder, absolute. */
  folder: string
  /** The program and its arguments. */
  argv: readonly string[]
  cwd: string
  /** The harness's whole environment. */
  env: NodeJS.ProcessEnv
  /** 0: no limit. */
  timeLimitMs: number
  /** 0: no limit. */
  spoolLimitBytes: number
}

/** Starts the keeper in a session of its own; resolves once it runs. It does not keep this process alive. */
export async function startKeeper(options: KeeperOptions): Promise<void> {
  const { folder, argv, cwd, env, timeLimitMs, spoolLimitBytes } = options
  const files = runFiles(folder)
  const limits = [String(Math.ceil(timeLimitMs / 1000)), String(spoolLimitBytes)]
  const stderr = openSync(files.stderr, 'a', 0o600)
  try {
    const keeper = spawn('/bin/sh', [files.keeper, folder, ...limits, ...argv], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'ignore', stderr],
    })
    keeper.unref()
    await once(keeper, 'spawn')
    if (keeper.pid !== undefined) tellStarter(folder, keeper.pid)
  } catch (error) {
    // Nobody starts it any more: whoever ingests it sees the end.
    rmSync(files.starter, { force: true })
    throw new RecorderError('no-keeper', `Could not start /bin/sh to keep the run in ${folder}: ${error}`, {
      cause: error,
    })
  } finally {
    closeSync(stderr)
  }
}

/** A full disk does not keep a harness that runs from running; until its keeper writes, this process stands for it. */
function tellStarter(folder: string, pid: number): void {
  try {
    writeStarter(folder, pid)
  } catch {}
}
