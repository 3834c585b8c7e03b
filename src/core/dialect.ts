import type { JsonObject, JsonValue, NormalizedEvent } from './events.ts'

/** Turns one parsed line of a known kind into events. `clip` is the limit of text fields in UTF-16 units. */
export type LineReader = (line: JsonObject, clip: number) => NormalizedEvent[]

/**
 * What a dialect does with one kind of line.
 * - `mapped`: `read` gives its events.
 * - `notice`: `read` gives a `raw` event that a person should see.
 * - `kept`: known, has no place in the vocabulary, and says something of its own: a plain `raw`.
 * - `redundant`: gives nothing, because other lines of the stream say all of it, or it says nothing.
 */
export type KindRule =
  | { readonly as: 'mapped'; readonly read: LineReader }
  | { readonly as: 'notice'; readonly read: LineReader }
  | { readonly as: 'kept'; readonly reason: string }
  | { readonly as: 'redundant'; readonly reason: string }

/** Marks a kind whose lines become events. */
export function mapped(read: LineReader): KindRule {
  return { as: 'mapped', read }
}

/** Marks a kind whose lines become a visible `raw`. */
export function notice(read: LineReader): KindRule {
  return { as: 'notice', read }
}

/** Marks a known kind that stays a plain `raw`. */
export function kept(reason: string): KindRule {
  return { as: 'kept', reason }
}

/** Marks a kind that gives nothing, with the reason why nothing is lost. */
export function redundant(reason: string): KindRule {
  return { as: 'redundant', reason }
}

/** A picture that goes with a person's words. */
export type InlineImage = { mediaType: string; base64: string }

/**
 * Gives the name of a kind by its parts on both sides of the last slash. Names of listed kinds are looked up: putting one
 * together for every line would cost a tenth of parsing the line.
 */
export function namesOfKinds(
  kinds: Readonly<Record<string, KindRule>>,
): (prefix: string, word: string | null) => string {
  const groups = new Map<string, Map<string, string>>()
  for (const name of Object.keys(kinds)) {
    const slash = name.lastIndexOf('/')
    const group = groups.get(name.slice(0, Math.max(0, slash))) ?? new Map<string, string>()
    groups.set(name.slice(0, Math.max(0, slash)), group.set(name.slice(slash + 1), name))
  }
  return (prefix, word) => groups.get(prefix)?.get(word ?? '') ?? `${prefix}/${word}`
}

/** One way of running a harness. */
export type ProtocolTraits<P extends string = string> = {
  /** The protocol's name, as in `AGENT_PROTOCOLS`. */
  readonly protocol: P
  /** Stdin stays open for more turns. */
  readonly interactive: boolean
  /** The harness states an end of its own, so its absence means something. */
  readonly owesEnding: boolean
  /** A person's turn may carry pictures. */
  readonly takesImages?: true
}

/** A title read from what a probe printed. */
export type SessionTitle = { title: string; source: 'human' | 'agent' }

/** A permission request or a question of a harness, as its notice stated it. */
export type OpenRequest = {
  kind: 'permission' | 'question'
  requestId: string
  input: JsonValue
  /** What may be answered: objects with an `id`; null where the notice stated none. */
  options: JsonValue
}

/** What a person answers: one of the options that the request stated and, where it takes them, words. */
export type RequestAnswer = { optionId: string; text: string | null }

/** What a client must know before it speaks. */
export type ClientStart = {
  /** Working folder of the harness, absolute. */
  cwd: string
  /** The session to go on with; null for a new one. */
  sessionId: string | null
  /** The way to log in that a person chose; null where the harness's environment decides. */
  authMethod: string | null
  /** Names (never values) of the harness's variables that hold keys. */
  keyNames: string[]
}

/** What a client does next. */
export type ClientStep = {
  /** All that the client knows from now on: plain JSON, so that another process can go on from it. */
  memory: JsonObject
  /** Lines for the harness's stdin, each ending in `\n`; may be empty. */
  send: string
}

/**
 * Speaks to a harness whose words are requests and answers rather than lines on stdin. It has no state of its own: each
 * function takes the memory that an earlier step gave.
 */
export type ProtocolClient = {
  /** The first step. */
  begin(start: ClientStart): ClientStep
  /** What to do about a line of the harness; null where it is not for the client. */
  hear(memory: JsonObject, line: string): ClientStep | null
  /** When a person's words may be said: `later` while the session is not open or a turn runs. */
  speaks(memory: JsonObject): 'now' | 'later' | 'never'
  /** Says a person's words, at a time for it. */
  say(memory: JsonObject, text: string, images: readonly InlineImage[]): ClientStep
  /** Whether the harness is telling an earlier part of the session again, which the task has already. */
  isToldAgain(memory: JsonObject): boolean
  /** Whether a line tells what happened in the session, rather than answers or asks the client. */
  isHistory(line: string): boolean
  /** Lines that end the running turn and withdraw its open requests; empty while there is no turn to end. */
  interruptLines(memory: JsonObject, openRequestIds: readonly string[]): string
}

/** The shape of the lines that a family of harnesses prints, and how such a harness is started and spoken to. */
export type Dialect<P extends string = string> = {
  /** Name of the folder and of the subpath export. */
  readonly name: string
  /** The ways of running it, the one-shot protocol first. */
  readonly protocols: readonly ProtocolTraits<P>[]
  /** Every kind of line that this dialect knows. A kind that is not listed becomes `raw`. */
  readonly kinds: Readonly<Record<string, KindRule>>
  /** The kind of a parsed line, a key of `kinds` when it is known; null when the line says none. */
  kindOf(line: JsonObject): string | null
  /** When the line says it happened (ms, UTC); null when it does not say. */
  timeOf(line: JsonObject): number | null
  /** Whether these first parsed lines of a stream are this dialect's own. */
  detects(lines: readonly JsonObject[]): boolean
  /** How a command that runs this harness is recognised and changed; null where flags are never added. */
  readonly command: HarnessCommand | null
  /** A stdin line that says the human's next words, or null where the protocol has no such line. */
  userTurnLine(protocol: string, text: string, images: readonly InlineImage[]): string | null
  /** A stdin line that interrupts the running turn, or null where the protocol has no such line. */
  interruptLine(protocol: string, requestId: string): string | null
  /** A stdin line that answers an open request, or null where it cannot be answered so. */
  answerLine(protocol: string, request: OpenRequest, answer: RequestAnswer): string | null
  /** Speaks for the person where a line on stdin is not enough; missing where it is. */
  readonly client?: ProtocolClient
  /** How the title is found out of band; null where the stream says it or nobody does. */
  readonly title: TitleProbe | null
  /** Built from published descriptions, not proven on lines of the real program. */
  readonly documented?: true
  /** Lines give no events at all (a harness whose output is just text). */
  readonly silent?: true
  /** The lines are our vocabulary already: payloads are handed on unchanged and unclipped. */
  readonly passthrough?: true
}

/** How the title of a session is read where the harness runs. */
export type TitleProbe = {
  /** A POSIX sh snippet, or null when the id is not one that a harness makes. */
  probe(sessionId: string): string | null
  /** The title in what the snippet printed, or null. */
  parse(output: string): SessionTitle | null
}

/** A change of a command's words: at index `at` (of the unquoted words, the program is 0), drop `remove`, put in `insert`. */
export type WordEdit = { readonly at: number; readonly remove?: number; readonly insert: readonly string[] }

/** What is special about the command line of a harness. The core finds the simple command, unquotes and quotes. */
export type HarnessCommand = {
  /** Names of the program (a path's last part is compared). */
  readonly programs: readonly string[]
  /** The changes that switch a protocol on; none when the words already say which output they want. */
  protocolEdits(words: readonly string[], protocol: string): readonly WordEdit[]
  /** The changes that continue a session in a new process, or null where the harness cannot. */
  resumeEdits(words: readonly string[], protocol: string, sessionId: string): readonly WordEdit[] | null
  /** The changes that hand a prompt over in the command; missing where the harness reads it from stdin. */
  promptEdits?(words: readonly string[], prompt: string): readonly WordEdit[]
}
