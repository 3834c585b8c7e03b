import { parseLines } from '../../dialects/registry.ts'
import { detectLines } from '../detect-lines.ts'
import { readProtocol } from '../option-values.ts'
import { writeTo } from '../output.ts'
import { readLines } from '../read-lines.ts'
import { jsonLine } from '../render/terminal-text.ts'
import { unfoldLine } from '../unfold.ts'

/** What `parse` was told. */
export type ParseOptions = { protocol?: string; whole?: boolean }

/** Prints the events of a file's lines (or of stdin's), one JSON a line, as `parseLines` of the library gives them. */
export async function parseCommand(file: string | undefined, options: ParseOptions): Promise<void> {
  const given = options.protocol === undefined ? null : readProtocol(options.protocol)
  const clip = options.whole ? { clip: Number.POSITIVE_INFINITY } : {}
  let isTold = false
  for await (const { protocol, lines, isGuess } of detectLines(readLines(file), given, unfoldLine)) {
    if (isGuess && !isTold) {
      isTold = true
      process.stderr.write(
        'No protocol was recognised: the lines are read as jsonl. Name it with --protocol NAME.\n',
      )
    }
    const texts = lines.flatMap((line) => unfoldLine(line.text))
    const events = parseLines(protocol, texts, undefined, clip)
    await writeTo(process.stdout, events.map((event) => `${jsonLine(event)}\n`).join(''))
  }
}
