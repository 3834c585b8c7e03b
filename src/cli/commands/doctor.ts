import { detectLines } from '../detect-lines.ts'
import { createDoctorReader, type DoctorReader, type DoctorReport, type KindCount } from '../doctor-report.ts'
import { readProtocol } from '../option-values.ts'
import { columnsOf, writeTo } from '../output.ts'
import { readLines } from '../read-lines.ts'
import { formatCount } from '../render/format.ts'
import { createStyle, type Style, wantsColour } from '../render/style.ts'
import { jsonLine, oneLine } from '../render/terminal-text.ts'
import { wrapText } from '../render/text-width.ts'
import { unfoldLine } from '../unfold.ts'

/** Says what a stream is, what of it is unmapped, and which kinds of its dialect it never showed. */
export async function doctorCommand(
  file: string,
  options: { protocol?: string; json?: boolean },
): Promise<void> {
  const given = options.protocol === undefined ? null : readProtocol(options.protocol)
  let reader: DoctorReader | null = null
  for await (const { protocol, lines, isGuess } of detectLines(readLines(file), given, unfoldLine)) {
    reader ??= createDoctorReader(protocol, isGuess)
    for (const line of lines) reader.read(line, unfoldLine(line.text))
  }
  const report = (reader ?? createDoctorReader(given ?? 'jsonl', given === null)).report()
  const { stdout } = process
  const lines = options.json
    ? [jsonLine(report)]
    : renderReport(report, createStyle(wantsColour(stdout)), columnsOf(stdout))
  await writeTo(stdout, `${lines.join('\n')}\n`)
}

function renderReport(report: DoctorReport, style: Style, columns: number): string[] {
  const { protocol, isGuess, harness, harnessVersion, events, unmapped, notJson, cutLines } = report
  const who = [harness, harnessVersion]
    .filter((name) => name !== null)
    .map(oneLine)
    .join(' ')
  const counts = Object.entries(events).map(([type, count]) => `${type} ${formatCount(count)}`)
  const list = (head: string, words: string[]): string[] =>
    words.length === 0
      ? []
      : ['', style.bold(head), ...wrapText(words.join(', '), columns - 2).map((line) => `  ${line}`)]
  const size = `${formatCount(report.lines)} lines, ${formatCount(report.bytes)} bytes`
  return [
    isGuess
      ? style.warn(
          'No known protocol was recognised; the lines are read as jsonl. Name it with --protocol NAME.',
        )
      : `${style.bold(protocol)}${who === '' ? '' : ` by ${who}`}`,
    style.dim(`${size}${report.blankLines > 0 ? `, ${formatCount(report.blankLines)} blank` : ''}`),
    ...(notJson.lines > 0
      ? [style.warn(`${formatCount(notJson.lines)} not JSON, the first is line ${notJson.firstLine}`)]
      : []),
    ...(cutLines > 0 ? [style.warn(`${formatCount(cutLines)} too long to be kept whole`)] : []),
    ...list('Events', counts),
    ...(unmapped.length === 0
      ? ['', 'Nothing is unmapped.']
      : ['', style.warn('Unmapped (kept as raw)'), ...unmapped.map((kind) => `  ${describeKind(kind)}`)]),
    ...list('Mapped', report.mapped.map(describeKind)),
    ...(report.unshown.length === 0 ? [] : ['', style.bold('Known, without a row of its own')]),
    ...report.unshown.map((kind) => `  ${describeKind(kind)}${style.dim(`: ${kind.reason}`)}`),
    ...list('Never seen here', report.neverSeen),
  ]
}

function describeKind({ kind, lines, firstLine }: KindCount): string {
  return `${oneLine(kind)} ×${formatCount(lines)}${lines === 1 ? ` (line ${firstLine})` : ''}`
}
