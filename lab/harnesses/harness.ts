import type { Json } from '../json.ts'
import type { Call, ToolName } from '../scenarios/language.ts'
import type { Speech, ToolUse } from '../server/script.ts'
import { PLACES } from '../workspace.ts'

/** What a harness definition is told about a process that is to be started. */
export type Launch = {
  version: string
  prompt: string
  /** The session to go on with; null: a new one. */
  resumes: string | null
  /** Whether it may do nothing without permission, which nobody gives. */
  isDenied: boolean
  /** The abstract tools of the scenario. */
  uses: ReadonlySet<ToolName>
}

type CallOf<T extends ToolName> = Extract<Call, { tool: T }>

/** The harness's own tool for each abstract one, or a sentence that says why it has none. */
export type ToolTable = {
  readonly [T in ToolName]: string | ((call: CallOf<T>, version: string) => ToolUse | readonly ToolUse[])
}

/** How one agent CLI is installed, set up, started and spoken to. Pure data and functions; paths are those of `PLACES`. */
export type Harness = {
  /** The name of its folder of recordings. */
  name: string
  /** Its package on npm. */
  package: string
  /** The version that the definition was proven with. */
  version: string
  /** The protocol of agent-stream that its stdout is read with. */
  protocol: string
  /** Programs below `node_modules`, the first that exists is started; a script is run by Node. */
  programs: readonly string[]
  /** The major version of Node that it needs; absent: the one that runs the lab. */
  node?: 22
  /** Where its prompt goes. `acp`: it speaks the Agent Client Protocol. */
  promptOn: 'stdin' | 'argument' | 'acp'
  /** What it is told on stdin, where that is not the prompt as it is. */
  stdin?: (launch: Launch) => string
  tools: ToolTable
  /** Scenarios that make no sense for it, with the reason. */
  skips?: Readonly<Record<string, string>>
  /** The tool with which its subagents hand in their report, where they do not just say it. */
  report?: (text: string) => ToolUse
  /** Tells requests that declare tools, but are none of the script's, by the user's text. */
  sidePattern?: RegExp
  /** Finds the session's id in the stdout of a first process. Without it there is no `resume`. */
  session?: RegExp
  /** The ACP authentication method to choose after `initialize`. */
  acpAuthentication?: string
  /** Whether `~/.cache` is kept between runs, where it unpacks itself. */
  keepsCache?: boolean
  environment(launch: Launch): Record<string, string>
  /** Files below the home folder. An object is written as JSON. */
  files(launch: Launch): Record<string, string | Json>
  args(launch: Launch): readonly string[]
}

/** Environment that keeps a CLI from calling home, where it asks for consent in this way. */
export const QUIET: Readonly<Record<string, string>> = {
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
  OTEL_SDK_DISABLED: 'true',
  CI: '1',
  NO_COLOR: '1',
}

/** How a version of a harness talks to its model. A call that it lacks throws a `TypeError`; such scenarios are skipped. */
export function speechOf(harness: Harness, version: string): Speech {
  const words = (call: Call) => {
    const tool = harness.tools[call.tool] as
      | string
      | ((call: Call, version: string) => ToolUse | readonly ToolUse[])
    if (typeof tool === 'string') throw new TypeError(`${harness.name} cannot ${call.tool}: ${tool}`)
    return [tool(call, version)].flat()
  }
  return { words, sidePattern: harness.sidePattern ?? null, report: harness.report ?? null }
}

/** Whether a dotted version is another one or newer. A part that is missing is 0. */
export function isAtLeast(version: string, other: string): boolean {
  const parts = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10))
  const [ours, theirs] = [parts(version), parts(other)]
  for (let index = 0; index < Math.max(ours.length, theirs.length); index++) {
    const difference = (ours[index] ?? 0) - (theirs[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}

/** A path of the workspace as a whole path, which some tools demand. */
export const inWork = (path: string): string => `${PLACES.work}/${path}`

/** The call of a tool that no harness has. */
export const unknownTool = (): ToolUse => ({ name: 'no_such_tool', input: { x: 1 } })
