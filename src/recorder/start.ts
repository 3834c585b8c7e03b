import { rmSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { cleanTitle } from '../core/title.ts'
import {
  applyPrompt,
  applyProtocol,
  clientOf,
  isInteractive,
  traitsOf,
  userTurnLine,
} from '../dialects/registry.ts'
import { createId } from '../store/ids.ts'
import type { Store } from '../store/store.ts'
import { RecorderError } from './errors.ts'
import { startKeeper } from './keeper.ts'
import { createRunFolder, type InputPolicy, type PermissionPolicy, writeFirstFiles } from './run-folder.ts'
import { keepUserFiles, placeUserFiles, type UserFile, wordsWithFiles } from './user-files.ts'

/** What to run, and how. */
export type StartOptions = {
  /** The data folder; the run's files go to `<home>/runs/<runId>`. */
  home: string
  /** As argv it runs without a shell, as a string by `/bin/sh -c`. The flags of the protocol are added. */
  command: string | readonly string[]
  /** Null: nobody knows; the first lines that it prints will tell, else it is plain output. */
  protocol: string | null
  /** What the harness reads on stdin; may be empty. */
  prompt: string
  /** Files that go with the prompt: pictures inline where the protocol takes them, else by their path. */
  files?: readonly UserFile[] | undefined
  /** Working folder of the harness; this process's own unless said. */
  cwd?: string | undefined
  /** The harness's whole environment; this process's own unless said. `AGENT_STREAM_*` is left out, except the home. */
  env?: NodeJS.ProcessEnv | undefined
  /** The person's title of the task; a placeholder is made from the prompt or the command where there is none. */
  title?: string | null | undefined
  /** An existing task, of which this becomes the next run. A new task unless said. */
  taskId?: string | undefined
  /** The harness is stopped after this time (whole seconds, rounded up). No limit unless said. */
  timeLimitMs?: number | undefined
  /** An interactive run goes on after its turn, for replies; else its input ends once nothing is going on any more. */
  keepOpen?: boolean | undefined
  /** So long is work in the background waited for after a turn (ms); as long as it takes unless said. */
  waitBackgroundMs?: number | undefined
  /** Who answers an interactive harness that asks whether it may do something; a person unless said. */
  permissions?: PermissionPolicy | undefined
  /** How the client logs in where the protocol has one; the harness's environment decides unless said. */
  authMethod?: string | undefined
  /** The session that the client goes on with; a new one unless said. */
  sessionId?: string | undefined
  /** The harness is stopped when stdout and stderr together are larger, looked at every second. No limit unless said. */
  spoolLimitBytes?: number | undefined
}

/** Ids (UUIDv7) of what was started. */
export type StartedRun = { taskId: string; runId: string }

/**
 * Starts a harness under a keeper and gives the ids of its task and run, which are in the store before it starts; call
 * `recordRun` (or have `adoptRuns` running) to bring what it prints into the store. A program that cannot be found ends
 * the run with exit code 127. Throws a `TypeError` for an unknown protocol or an empty command, and rejects with a
 * `RecorderError` where there is no such working folder, no POSIX shell or no room on the disk, having started nothing.
 */
export async function startRun(store: Store, options: StartOptions): Promise<StartedRun> {
  const { prompt } = options
  const protocol = options.protocol ?? 'none'
  const command = applyProtocol(options.command as string | string[], protocol)
  const isEmpty = typeof command === 'string' ? command.trim() === '' : !command[0]
  if (isEmpty) throw new TypeError('The command is empty: give the program to run, e.g. ["claude", "-p"].')
  if (process.platform === 'win32') {
    throw new RecorderError('unsupported-platform', 'Runs need a POSIX shell: start them on Linux or macOS.')
  }
  const cwd = resolve(options.cwd ?? process.cwd())
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new RecorderError(
      'no-working-folder',
      `There is no folder ${cwd} to run in. Make it, or give another one.`,
    )
  }
  const createdAt = Date.now()
  const taskId = options.taskId ?? createId(createdAt)
  const runId = createId(createdAt)
  const env = environmentOf(options.env ?? process.env)
  const input = isInteractive(protocol) ? inputPolicy(options, cwd, env) : null
  const folder = createRunFolder(options.home, runId)
  let started: string | string[] = command
  try {
    started = writeFirstWords(folder, command, options, input)
    if (options.taskId === undefined) {
      const title = cleanTitle(options.title)
      await store.createTask({
        id: taskId,
        title: title ?? placeholderTitle(prompt, command),
        titleOrigin: title === null ? 'placeholder' : 'human',
        protocol,
        createdAt,
      })
    }
    await store.createRun({ id: runId, taskId, protocol, command, cwd, createdAt, folder })
  } catch (error) {
    // Nothing has started: what a person said is not left lying about, nor a task that never gets a run.
    rmSync(folder, { recursive: true, force: true })
    if (options.taskId === undefined) await store.removeTask(taskId).catch(() => undefined)
    throw error
  }
  await startKeeper({
    folder,
    argv: typeof started === 'string' ? ['/bin/sh', '-c', started] : started,
    cwd,
    env,
    timeLimitMs: options.timeLimitMs ?? 0,
    spoolLimitBytes: options.spoolLimitBytes ?? 0,
  })
  // The harness runs: a store that is locked just now must not make it look as if it did not.
  await store.changeRun(runId, { startedAt: Date.now() }).catch(() => undefined)
  return { taskId, runId }
}

/** Writes what a run begins with; gives the command that is started, which holds the prompt where it is no matter of stdin. */
function writeFirstWords(
  folder: string,
  command: string | string[],
  { protocol: stated, prompt, files = [] }: StartOptions,
  input: InputPolicy | null,
): string | string[] {
  const protocol = stated ?? 'none'
  const kept = placeUserFiles(folder, files)
  keepUserFiles(folder, files, kept)
  const { text, images } = wordsWithFiles(prompt, kept, traitsOf(protocol).takesImages === true)
  // What is kept of the run is without the prompt, so that a reply can go on from it.
  const withPrompt = applyPrompt(command, protocol, text)
  const firstLine = text === '' && images.length === 0 ? '' : userTurnLine(protocol, text, images)
  const stdin = input ? (firstLine ?? '') : withPrompt === null ? text : ''
  writeFirstFiles(folder, {
    prompt,
    attached: kept.length > 0 ? JSON.stringify(kept) : null,
    stdin,
    input,
    isUndecided: stated === null,
  })
  return withPrompt ?? command
}

function inputPolicy(options: StartOptions, cwd: string, env: NodeJS.ProcessEnv): InputPolicy {
  const { keepOpen = false, waitBackgroundMs = null, permissions = 'ask' } = options
  const { sessionId = null, authMethod = null } = options
  const client = clientOf(options.protocol ?? 'none') && {
    cwd,
    sessionId,
    authMethod,
    keyNames: keyNamesOf(env),
  }
  return { keepOpen, waitBackgroundMs, permissions, client }
}

/** Names of variables that hold keys; their values are the harness's business alone. */
function keyNamesOf(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env).filter((name) => /_(KEY|TOKEN)$/.test(name) && env[name])
}

/** A harness must find the same store if it runs agent-stream itself, and must not find the token. */
function environmentOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('AGENT_STREAM_') || name === 'AGENT_STREAM_HOME'),
  )
}

const MAX_PLACEHOLDER_LENGTH = 80

function placeholderTitle(prompt: string, command: string | readonly string[]): string | null {
  const firstLine = prompt.split('\n', 100).find((line) => line.trim() !== '')
  const words = typeof command === 'string' ? [command] : [basename(command[0] ?? ''), ...command.slice(1)]
  const title = cleanTitle(firstLine) ?? cleanTitle(words.join(' '))
  if (title === null || title.length <= MAX_PLACEHOLDER_LENGTH) return title
  return `${title
    .slice(0, MAX_PLACEHOLDER_LENGTH - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`
}
