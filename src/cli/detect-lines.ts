import type { Line } from '../core/lines.ts'
import { type AgentProtocol, detectProtocol } from '../dialects/registry.ts'

/** Lines whose protocol is known, with the protocol. */
export type KnownLines = { protocol: AgentProtocol; lines: Line[]; isGuess: boolean }

/** So many lines are looked at before a stream counts as one that speaks no protocol. */
const DETECTION_LINES = 50

/**
 * Lines with their protocol: the given one, else the one that the first lines speak, else `jsonl` (a guess), which hands on
 * what it understands and keeps the rest as it is. `unfold` gives the texts of a line that detection looks at.
 */
export async function* detectLines(
  chunks: AsyncIterable<Line[]>,
  given: AgentProtocol | null,
  unfold: (line: string) => string[],
): AsyncGenerator<KnownLines, void, void> {
  let protocol = given
  let held: Line[] = []
  const texts: string[] = []
  let isGuess = false
  for await (const lines of chunks) {
    if (protocol !== null) {
      yield { protocol, lines, isGuess }
      continue
    }
    held.push(...lines)
    for (const line of lines) {
      if (texts.length < DETECTION_LINES)
        texts.push(...unfold(line.text).filter((text) => text.trim() !== ''))
    }
    protocol = detectProtocol(texts)
    if (protocol === null && texts.length < DETECTION_LINES) continue
    isGuess = protocol === null
    protocol ??= 'jsonl'
    yield { protocol, lines: held, isGuess }
    held = []
  }
  if (held.length > 0) yield { protocol: 'jsonl', lines: held, isGuess: true }
}
