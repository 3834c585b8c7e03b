import type { Recording } from '../recordings.ts'

/**
 * What is known of a harness's recordings beyond their bytes: what really happened, and where a stream cannot tell it.
 * Keys of the tables are scenarios, or `version scenario` where versions differ; the second wins.
 */
export type HarnessFacts = {
  /** Folder of the recordings under `fixtures/recordings`. */
  folder: string
  /** What the facts are about, where a folder holds several things; the folder unless said. */
  name?: string
  /** Which recordings of the folder these facts are about; all of them unless said. */
  isOwn?(recording: Recording): boolean
  /** The protocol in which a recording is read. */
  protocolOf(recording: Recording): string
  /** How runs ended: the folded status and reason. Not listed: it succeeded. */
  ends: Readonly<Record<string, readonly [status: string, reason: string | null]>>
  /** Runs that a person stopped, where only who sent the signal knows. */
  stoppedByUser?: readonly string[]
  /** Scenarios whose stdout is not this dialect, in whole or in part, and why: their raw text is expected. */
  foreign: Readonly<Record<string, string>>
  /** Whether the stream of a recording states what was consumed at all; unless said, it does. */
  statesUsage?(recording: Recording): boolean
  /** Scenarios whose folded totals cannot be what was served, and why; `*` for a harness that prints none. */
  usageExceptions: Readonly<Record<string, string>>
  /** Scenarios whose assistant texts cannot be what was served, and why. */
  textExceptions: Readonly<Record<string, string>>
  /** Scenarios in which a result has no call of its own, and why. */
  pairingExceptions?: Readonly<Record<string, string>>
  /** Scenarios in these tables that are too large for the repository; `npm run check:shared` reads them. */
  tooLarge?: readonly string[]
  /** Tool names that have no kind of their own: of MCP servers, and invented by the scripted model. */
  toolsWithoutKind: readonly string[]
}

/** What a table says of a recording; undefined when it says nothing. */
export function factOf<T>(table: Readonly<Record<string, T>>, recording: Recording): T | undefined {
  return table[`${recording.version} ${recording.scenario}`] ?? table[recording.scenario]
}

/** Whether a list names a recording. */
export function isListed(list: readonly string[] | undefined, { version, scenario }: Recording): boolean {
  return list?.some((entry) => entry === scenario || entry === `${version} ${scenario}`) ?? false
}
