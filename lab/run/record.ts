import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Harness } from '../harnesses/harness.ts'
import { skipReason } from '../harnesses/registry.ts'
import type { Scenario } from '../scenarios/language.ts'
import { PLACES } from '../workspace.ts'
import { bundleLab } from './bundle.ts'
import { installNode, installPackage } from './install.ts'
import { namespaceArgs, namespaceEnvironment, requireNamespace } from './namespace.ts'
import { metaOf, type RecordingMeta, type RunReport } from './report.ts'

/** What became of a scenario. */
export type Outcome =
  | { scenario: string; as: 'recorded'; files: { name: string; meta: RecordingMeta }[] }
  | { scenario: string; as: 'skipped' | 'failed'; reason: string }

/** No scenario takes longer, whatever the CLI does. */
const LIMIT_MS = 170_000

/** What to record, and where. `scratch` holds installations and runs; `out` gets the recordings. */
export type RecordTask = {
  harness: Harness
  version: string
  scenarios: readonly Scenario[]
  scratch: string
  out: string
}

/** Installs the CLI and records the scenarios one after the other. Throws when there can be no namespace. */
export async function* recordScenarios(task: RecordTask): AsyncGenerator<Outcome> {
  const { harness, version, scratch } = task
  requireNamespace()
  const agent = installPackage(harness.package, version, scratch)
  const node = harness.node === undefined ? process.execPath : installNode(harness.node, scratch)
  const lab = join(scratch, 'bundle')
  await bundleLab(lab)
  for (const scenario of task.scenarios) {
    const reason = skipReason(harness, scenario)
    if (reason !== null) yield { scenario: scenario.name, as: 'skipped', reason }
    else yield recordScenario(task, scenario, { agent, node, lab })
  }
}

type Installed = { agent: string; node: string; lab: string }

function recordScenario(task: RecordTask, scenario: Scenario, installed: Installed): Outcome {
  const { harness, version, scratch } = task
  const run = join(scratch, 'runs', harness.name, version, scenario.name)
  rmSync(run, { recursive: true, force: true })
  forget(makeFolder(join(task.out, harness.name, version)), scenario)
  const folder = (name: string) => makeFolder(join(run, name))
  const [home, work, out, stage] = [folder('home'), folder('work'), folder('out'), folder('stage')]
  const cache = harness.keepsCache ? makeFolder(join(scratch, 'cache', harness.package)) : null
  const command = [PLACES.node, `${PLACES.lab}/inside.mjs`, harness.name, version, scenario.name]
  const { error, stderr, status } = spawnSync('unshare', namespaceArgs(command), {
    encoding: 'utf8',
    env: namespaceEnvironment({ ...installed, home, work, out, stage, cache, product: null }),
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  const file = join(out, 'report.json')
  if (!existsSync(file)) {
    const reason = error?.message ?? (stderr.trim().slice(-1500) || `exit code ${status}`)
    return { scenario: scenario.name, as: 'failed', reason }
  }
  const reports = JSON.parse(readFileSync(file, 'utf8')) as RunReport[]
  if (reports.length < scenario.runs.length) {
    return { scenario: scenario.name, as: 'failed', reason: 'a process printed no session id to go on with' }
  }
  return { scenario: scenario.name, as: 'recorded', files: keep(task, scenario, out, reports) }
}

/** Removes earlier recordings of a scenario, so that none is left when it fails. */
function forget(folder: string, { name }: Scenario): void {
  const isOurs = (file: string) => file.replace(/(\.\d)?(\.jsonl|\.meta\.json)$/, '') === name
  for (const file of readdirSync(folder).filter(isOurs)) rmSync(join(folder, file))
}

/** Copies what was recorded to its place: `plain.jsonl`, or `resume.1.jsonl` and so on where there are several runs. */
function keep({ harness, version, out }: RecordTask, scenario: Scenario, from: string, reports: RunReport[]) {
  const folder = join(out, harness.name, version)
  const about = { harness: harness.name, version, protocol: harness.protocol, note: scenario.note }
  return reports.map((report, index) => {
    const name = scenario.runs.length > 1 ? `${scenario.name}.${index + 1}` : scenario.name
    const meta = metaOf({ ...about, scenario: name }, report)
    copyFileSync(join(from, `stdout.${index}`), join(folder, `${name}.jsonl`))
    writeFileSync(join(folder, `${name}.meta.json`), `${JSON.stringify(meta, null, 1)}\n`)
    return { name, meta }
  })
}

function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true })
  return path
}
