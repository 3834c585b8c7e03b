import type { Dialect } from '../core/dialect.ts'
import type { Line } from '../core/lines.ts'
import { obj, text } from '../core/read.ts'
import { type AgentProtocol, dialectOf, translateLine } from '../dialects/registry.ts'

/** A kind of line and how often it came. */
export type KindCount = { kind: string; lines: number; firstLine: number }

/** What a stream is and how well it is understood. */
export type DoctorReport = {
  protocol: AgentProtocol
  /** Nothing in the stream says its protocol. */
  isGuess: boolean
  harness: string | null
  harnessVersion: string | null
  lines: number
  bytes: number
  blankLines: number
  /** Lines that are not JSON, and the first of them (from 1). */
  notJson: { lines: number; firstLine: number | null }
  /** Lines over the limit, whose rest is not kept. */
  cutLines: number
  /** Events by type. */
  events: Record<string, number>
  /** Kinds that become events. */
  mapped: KindCount[]
  /** Kinds that are known and kept as they are, or give nothing, with the reason. */
  unshown: (KindCount & { reason: string })[]
  /** Kinds that this version does not know: they are kept as `raw`. */
  unmapped: KindCount[]
  /** Kinds that the dialect knows and the stream never showed. */
  neverSeen: string[]
}

/** A report that grows line by line. */
export type DoctorReader = { read(line: Line, texts: readonly string[]): void; report(): DoctorReport }

/** A reader that looks at a stream of a protocol. */
export function createDoctorReader(protocol: AgentProtocol, isGuess: boolean): DoctorReader {
  const dialect = dialectOf(protocol)
  const kinds = new Map<string, KindCount>()
  const events: Record<string, number> = {}
  const facts = { lines: 0, bytes: 0, blankLines: 0, cutLines: 0 }
  const notJson = { lines: 0, firstLine: null as number | null }
  const names: { harness: string | null; harnessVersion: string | null } = {
    harness: null,
    harnessVersion: null,
  }

  function readText(line: string): void {
    for (const { type, payload } of translateLine(protocol, line).events) {
      events[type] = (events[type] ?? 0) + 1
      if (type !== 'session.started') continue
      names.harness ??= text(payload.harness)
      names.harnessVersion ??= text(payload.harnessVersion)
    }
    const value = parse(line)
    if (value === undefined) {
      notJson.lines++
      notJson.firstLine ??= facts.lines
      return
    }
    const object = obj(value)
    const kind = (object && dialect.kindOf(object)) ?? `(${object ? 'without a kind' : describe(value)})`
    const known = kinds.get(kind)
    if (known) known.lines++
    else kinds.set(kind, { kind, lines: 1, firstLine: facts.lines })
  }

  return {
    read(line, texts) {
      facts.lines++
      facts.bytes += line.bytes
      if (line.cut) facts.cutLines++
      if (line.text.trim() === '') facts.blankLines++
      else for (const entry of texts) readText(entry)
    },
    report: () => ({ protocol, isGuess, ...names, ...facts, notJson, events, ...sortKinds(dialect, kinds) }),
  }
}

function sortKinds(dialect: Dialect, kinds: ReadonlyMap<string, KindCount>) {
  const mapped: KindCount[] = []
  const unshown: (KindCount & { reason: string })[] = []
  const unmapped: KindCount[] = []
  for (const count of kinds.values()) {
    const rule = Object.hasOwn(dialect.kinds, count.kind) ? dialect.kinds[count.kind] : undefined
    if (!rule) unmapped.push(count)
    else if ('reason' in rule) unshown.push({ ...count, reason: rule.reason })
    else mapped.push(count)
  }
  const neverSeen = Object.keys(dialect.kinds).filter((kind) => !kinds.has(kind))
  return { mapped, unshown, unmapped, neverSeen }
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
