import { spawnSync } from 'node:child_process'
import { PLACES } from '../workspace.ts'

/** What is mounted where in a namespace; folders, but for `node`, a file. */
export type Mounts = {
  agent: string
  lab: string
  out: string
  home: string
  work: string
  /** An empty folder to put these together in. */
  stage: string
  node: string
  /** This repository, built, where the product is used; null: it is not. */
  product: string | null
  /** Kept between runs as `~/.cache`; null: nothing is. */
  cache: string | null
}

const UNSHARE = ['--net', '--mount', '--pid', '--uts', '--fork', '--mount-proc', '--kill-child=KILL']

/**
 * Lays out the namespace: loopback up, the host's files read-only, the folders of the run under neutral names. All
 * that is started in it dies with it.
 */
const SCRIPT = `set -e
ip link set lo up
hostname devbox
mount --make-rprivate /
stage=$LAB_STAGE
mount -t tmpfs tmpfs "$stage"
mkdir -p "$stage/agent" "$stage/lab" "$stage/out" "$stage/node/bin"
touch "$stage/node/bin/node"
mount --bind "$LAB_AGENT" "$stage/agent"
mount --bind "$LAB_LAB" "$stage/lab"
mount -o remount,bind,ro "$stage/agent"
mount -o remount,bind,ro "$stage/lab"
mount --bind "$LAB_OUT" "$stage/out"
mount --bind "$LAB_NODE" "$stage/node/bin/node"
if [ -n "$LAB_PRODUCT" ]; then mkdir "$stage/product"; mount --bind "$LAB_PRODUCT" "$stage/product"; mount -o remount,bind,ro "$stage/product"; fi
mkdir -p ${PLACES.home} ${PLACES.work}
mount --bind "$LAB_HOME" ${PLACES.home}
mount --bind "$LAB_WORK" ${PLACES.work}
if [ -n "$LAB_CACHE" ]; then mkdir -p ${PLACES.home}/.cache; mount --bind "$LAB_CACHE" ${PLACES.home}/.cache; fi
mount --rbind "$stage" /opt
mount -o remount,bind,ro /
for folder in /tmp /root /var/tmp; do mount -t tmpfs -o mode=1777 tmpfs "$folder"; done
cd ${PLACES.work}
exec env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=${PLACES.home} "$@"`

/** The arguments of `unshare` that run a command in a namespace of its own. */
export function namespaceArgs(command: readonly string[]): string[] {
  return [...UNSHARE, 'bash', '-c', SCRIPT, 'lab', ...command]
}

/** The environment that tells the namespace what to mount. */
export function namespaceEnvironment(mounts: Mounts): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    LAB_AGENT: mounts.agent,
    LAB_LAB: mounts.lab,
    LAB_OUT: mounts.out,
    LAB_HOME: mounts.home,
    LAB_WORK: mounts.work,
    LAB_STAGE: mounts.stage,
    LAB_NODE: mounts.node,
    LAB_CACHE: mounts.cache ?? '',
    LAB_PRODUCT: mounts.product ?? '',
  }
}

/** Throws an `Error` that says what is missing when this machine cannot make a namespace. */
export function requireNamespace(): void {
  const { error, status, stderr } = spawnSync('unshare', [...UNSHARE, 'ip', 'link', 'set', 'lo', 'up'], {
    encoding: 'utf8',
  })
  if (!error && status === 0) return
  const reason = error?.message ?? stderr.trim()
  throw new Error(
    `The lab runs a CLI only in namespaces of its own, where loopback is the only network, and this machine cannot make them (${reason}). ` +
      'Run it as root on Linux, with unshare (util-linux) and ip (iproute2).',
  )
}

/** Whether the text of `/proc/net/dev` lists loopback and nothing else. */
export function onlyLoopback(devices: string): boolean {
  const names = [...devices.matchAll(/^\s*([^\s:|]+):/gm)].map((match) => match[1])
  return names.length > 0 && names.every((name) => name === 'lo')
}
