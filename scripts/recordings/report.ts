import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Recording, readRecordings } from '../../test/recordings.ts'
import { checkRecording, type Finding, type Problem } from './check-recording.ts'
import { groupBy } from './group.ts'
import { formatTable } from './table.ts'

const SHOWN_PROBLEMS = 5
const STATUSES = ['succeeded', 'failed', 'interrupted', 'no-result'] as const
const VERDICTS = ['exact', 'listed', 'wrong', 'unknown'] as const

const HEADS = [
  'harness',
  'version',
  'protocol',
  'recordings',
  'lines',
  'events',
  'raw not listed',
  'not JSON',
  'invalid',
  'unpaired',
  ...STATUSES,
  'other end',
  'wrong end',
  'wrong texts',
  'usage exact',
  'listed',
  'wrong',
  'not known',
]

/** Checks every recording under a folder (`<harness>/<version>/<scenario>.jsonl`). */
export function checkFolder(root: string): Finding[] {
  return readdirSync(root)
    .filter((folder) => statSync(join(root, folder)).isDirectory())
    .flatMap((folder) => readRecordings(folder, root))
    .map(checkRecording)
}

/** One table, a row per harness, version and protocol; below it the first problems of each recording that has some. */
export function describeFindings(root: string, findings: readonly Finding[]): string {
  const groups = groupBy(findings, ({ recording, protocol }) =>
    [recording.harness, recording.version, family(protocol)].join(' '),
  )
  const rows = [...groups.values()].map(rowOf)
  const problems = findings.flatMap((finding) => describeProblems(root, finding))
  return [formatTable(HEADS, rows), ...problems].join('\n')
}

/** One-shot and interactive runs of one harness share a row. */
function family(protocol: string | null): string {
  return protocol?.replace(/-stream$/, '-json') ?? 'not read'
}

function rowOf(findings: readonly Finding[]): (string | number)[] {
  const [{ recording, protocol } = { recording: null, protocol: null }] = findings
  const ends = STATUSES.map((status) => findings.filter((finding) => finding.status === status).length)
  const count = (...kinds: Problem['what'][]): number =>
    findings.flatMap(({ problems }) => problems).filter(({ what }) => kinds.includes(what)).length
  return [
    recording?.harness ?? '',
    recording?.version ?? '',
    family(protocol),
    findings.length,
    findings.reduce((sum, finding) => sum + finding.recording.lines.length, 0),
    findings.reduce((sum, finding) => sum + finding.events, 0),
    count('not-listed', 'unread', 'threw'),
    count('not-json'),
    count('invalid'),
    count('unpaired'),
    ...ends,
    findings.length - ends.reduce((sum, runs) => sum + runs, 0),
    count('end'),
    count('text'),
    ...VERDICTS.map((verdict) => findings.filter(({ usage }) => usage === verdict).length),
  ]
}

function describeProblems(root: string, { recording, problems }: Finding): string[] {
  if (problems.length === 0) return []
  const file = fileOf(root, recording)
  const shown = problems.slice(0, SHOWN_PROBLEMS).map(({ what, line, reason }) => {
    return `FAIL ${file}${line === null ? '' : `:${line}`} (${what}) ${reason}`
  })
  const left = problems.length - shown.length
  return left > 0 ? [...shown, `     ${file}: ${left} more`] : shown
}

function fileOf(root: string, { harness, version, scenario }: Recording): string {
  return join(root, harness, version, `${scenario}.jsonl`)
}
