import { DEFAULT_CLIP } from '../core/clip.ts'
import { editCommand, runsHarness } from '../core/command.ts'
import type {
  Dialect,
  InlineImage,
  OpenRequest,
  ProtocolClient,
  ProtocolTraits,
  RequestAnswer,
  SessionTitle,
} from '../core/dialect.ts'
import type { NormalizedEvent, SourcedEvent } from '../core/events.ts'
import { parseObject } from '../core/json.ts'
import { type Translation, translateLine as translateLineOf, translateLines } from '../core/parse.ts'
import { createSession as createState, type FoldedEvent, foldSession as foldEvents } from '../core/session.ts'
import type { ExitFacts } from '../core/session-memory.ts'
import type { SessionState } from '../core/session-state.ts'
import { acp } from './acp/index.ts'
import { amp } from './amp/index.ts'
import { claude } from './claude/index.ts'
import { cline } from './cline/index.ts'
import { codex } from './codex/index.ts'
import { copilot } from './copilot/index.ts'
import { cursor } from './cursor/index.ts'
import { droid } from './droid/index.ts'
import { gemini } from './gemini/index.ts'
import { jsonl } from './jsonl/index.ts'
import { kimi } from './kimi/index.ts'
import { none } from './none/index.ts'
import { opencode } from './opencode/index.ts'
import { pi } from './pi/index.ts'
import { qwen } from './qwen/index.ts'

/** One of {@link AGENT_PROTOCOLS}. */
export type AgentProtocol =
  | 'none'
  | 'claude-json'
  | 'claude-stream'
  | 'jsonl'
  | 'codex-json'
  | 'gemini-json'
  | 'opencode-json'
  | 'qwen-json'
  | 'qwen-stream'
  | 'copilot-json'
  | 'pi-json'
  | 'kimi-json'
  | 'cline-json'
  | 'cursor-json'
  | 'amp-json'
  | 'droid-json'
  | 'acp'

/** Every dialect, in the order of its protocols. Adding a harness adds a folder, its words above and its dialect here. */
export const DIALECTS: readonly Dialect<AgentProtocol>[] = [
  none,
  claude,
  jsonl,
  codex,
  gemini,
  opencode,
  qwen,
  copilot,
  pi,
  kimi,
  cline,
  cursor,
  amp,
  droid,
  acp,
]

/** Every protocol that agent-stream reads, the seed's four first. */
export const AGENT_PROTOCOLS: readonly AgentProtocol[] = DIALECTS.flatMap(({ protocols }) =>
  protocols.map(({ protocol }) => protocol),
)

/** How a line's texts are cut: `clip` in UTF-16 units (8,000 unless said; `Infinity` gives whole texts). */
export type TranslateOptions = { clip?: number }

type Entry = { dialect: Dialect<AgentProtocol>; traits: ProtocolTraits }

const ENTRIES: ReadonlyMap<string, Entry> = new Map(
  DIALECTS.flatMap((dialect) =>
    dialect.protocols.map((traits) => [traits.protocol, { dialect, traits }] as const),
  ),
)

/** Whether a word names a protocol. */
export function isAgentProtocol(value: unknown): value is AgentProtocol {
  return typeof value === 'string' && ENTRIES.has(value)
}

/** The dialect of a protocol. Throws a `TypeError` that lists the known ones when there is no such protocol. */
export function dialectOf(protocol: string): Dialect {
  return entryOf(protocol).dialect
}

/** What is special about a protocol. Throws a `TypeError` when there is no such protocol. */
export function traitsOf(protocol: string): ProtocolTraits {
  return entryOf(protocol).traits
}

function entryOf(protocol: string): Entry {
  const entry = ENTRIES.get(protocol)
  if (entry) return entry
  throw new TypeError(
    `Unknown protocol ${JSON.stringify(protocol)}. Known protocols: ${AGENT_PROTOCOLS.join(', ')}.`,
  )
}

/**
 * The command with the flags that switch a protocol on, in the form it came in (argv or shell string); unchanged when
 * it already says which output it wants. Throws a `TypeError` for an unknown protocol.
 */
export function applyProtocol<T extends string | readonly string[]>(
  command: T,
  protocol: string,
): T extends string ? string : string[] {
  const harness = dialectOf(protocol).command
  const edited = harness && editCommand(command, harness, (words) => harness.protocolEdits(words, protocol))
  return (
    edited ?? ((typeof command === 'string' ? command : [...command]) as T extends string ? string : string[])
  )
}

/**
 * The command that continues a session in a new process, the id quoted; null where the harness has no such thing or
 * the id is empty. Throws a `TypeError` for an unknown protocol.
 */
export function applyResume<T extends string | readonly string[]>(
  command: T,
  protocol: string,
  sessionId: string,
): (T extends string ? string : string[]) | null {
  const harness = dialectOf(protocol).command
  if (!harness || sessionId === '') return null
  return editCommand(command, harness, (words) => harness.resumeEdits(words, protocol, sessionId))
}

/**
 * The command that holds a prompt, where the harness takes it as an argument; null where it reads it from stdin, or where
 * there is no prompt. Throws a `TypeError` for an unknown protocol.
 */
export function applyPrompt<T extends string | readonly string[]>(
  command: T,
  protocol: string,
  prompt: string,
): (T extends string ? string : string[]) | null {
  const harness = dialectOf(protocol).command
  const edits = harness?.promptEdits
  return edits && prompt !== '' ? editCommand(command, harness, (words) => edits(words, prompt)) : null
}

/** Whether stdin stays open for more turns. Throws a `TypeError` for an unknown protocol. */
export function isInteractive(protocol: string): boolean {
  return traitsOf(protocol).interactive
}

/** The stdin line of the human's next turn, ending in `\n`; null where the protocol has none. */
export function userTurnLine(
  protocol: string,
  text: string,
  images: readonly InlineImage[] = [],
): string | null {
  return dialectOf(protocol).userTurnLine(protocol, text, images)
}

/** The stdin line that interrupts the running turn, ending in `\n`; null where the protocol has none. */
export function interruptLine(protocol: string, requestId: string): string | null {
  return dialectOf(protocol).interruptLine(protocol, requestId)
}

/** The client that speaks a protocol; null where lines on stdin are enough. Throws a `TypeError` for an unknown protocol. */
export function clientOf(protocol: string): ProtocolClient | null {
  return dialectOf(protocol).client ?? null
}

/** The stdin line that answers an open request, ending in `\n`; null where the protocol has none for it. */
export function answerLine(protocol: string, request: OpenRequest, answer: RequestAnswer): string | null {
  return dialectOf(protocol).answerLine(protocol, request, answer)
}

/** The events of one line and its own time. Throws a `TypeError` for an unknown protocol, never for a line. */
export function translateLine(protocol: string, line: string, options: TranslateOptions = {}): Translation {
  return translateLineOf(dialectOf(protocol), line, options.clip ?? DEFAULT_CLIP)
}

/** The events of one line; none is a normal answer. Throws a `TypeError` for an unknown protocol, never for a line. */
export function parseStreamLine(
  protocol: string,
  line: string,
  options: TranslateOptions = {},
): NormalizedEvent[] {
  return translateLine(protocol, line, options).events
}

/**
 * The events of lines in order, each with its trimmed source line and the time that the line states; at most `budget`
 * events. Throws a `TypeError` for an unknown protocol, never for a line.
 */
export function parseLines(
  protocol: string,
  lines: readonly string[],
  budget?: number,
  options: TranslateOptions = {},
): SourcedEvent[] {
  return translateLines(dialectOf(protocol), lines, budget, options.clip ?? DEFAULT_CLIP)
}

/** The (one-shot) protocol that these first lines of a stream speak, or null. */
export function detectProtocol(lines: readonly string[]): AgentProtocol | null {
  const objects = lines.map((line) => parseObject(line.trim())).filter((line) => line !== null)
  const dialect = DIALECTS.find((candidate) => candidate.detects(objects))
  return dialect?.protocols[0]?.protocol ?? null
}

/** The (one-shot) protocol of the harness that a command runs, by the program's name, or null. */
export function protocolOfCommand(command: string | readonly string[]): AgentProtocol | null {
  const dialect = DIALECTS.find((candidate) => candidate.command && runsHarness(command, candidate.command))
  return dialect?.protocols[0]?.protocol ?? null
}

/** Whether the title of such a session is found outside its stream. Throws a `TypeError` for an unknown protocol. */
export function readsTitleOutOfBand(protocol: string): boolean {
  return dialectOf(protocol).title !== null
}

/** A POSIX sh snippet that prints what `parseSessionTitle` reads; null for an id outside `[A-Za-z0-9_-]` or no probe. */
export function sessionTitleProbe(protocol: string, sessionId: string): string | null {
  return dialectOf(protocol).title?.probe(sessionId) ?? null
}

/** The title in a probe's output: the last one wins, a human's beats an agent's; null for none. */
export function parseSessionTitle(protocol: string, output: string): SessionTitle | null {
  return dialectOf(protocol).title?.parse(output) ?? null
}

/** The state of a task of a protocol that has printed nothing yet. Throws a `TypeError` for an unknown protocol. */
export function createSession({ protocol }: { protocol?: string } = {}): SessionState {
  return createState(protocol === undefined ? {} : traitsOf(protocol))
}

/**
 * The state after some events and, where it is known, the end of the process. Throws a `TypeError` for an unknown
 * protocol, never for an event.
 */
export function foldSession(
  events: Iterable<FoldedEvent>,
  { protocol, exit }: { protocol?: string; exit?: ExitFacts } = {},
): SessionState {
  const traits = protocol === undefined ? {} : traitsOf(protocol)
  return foldEvents(events, { traits, ...(exit ? { exit } : {}) })
}
