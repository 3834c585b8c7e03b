/**
 * Runs inside the namespace: starts the model server, lays out the home and the working folder, runs the CLI once for
 * each run of the scenario, and writes what it saw to the folder `out`. Arguments: harness, version, scenario.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Harness, type Launch, speechOf } from '../harnesses/harness.ts'
import { harnessNamed } from '../harnesses/registry.ts'
import { scenarioNamed } from '../scenarios/catalogue.ts'
import { RUNNING_FILE, type Run, type Scenario, toolsOf } from '../scenarios/language.ts'
import { createScript } from '../server/script.ts'
import { servedOf } from '../server/served.ts'
import { startModelServer } from '../server/server.ts'
import { PLACES, PORT, WORK_FILES } from '../workspace.ts'
import { driveAcp } from './acp-client.ts'
import { layFiles, makeRepository } from './layout.ts'
import { onlyLoopback } from './namespace.ts'
import { recordProcess } from './process.ts'
import { baseEnvironment, programOf } from './program.ts'
import type { RunReport } from './report.ts'

const LIMIT_MS = 60_000
const AFTER_RUNNING_MS = 1200

/** How long an agent may take to exit when its stdin has ended. codex-acp 0.16 never does. */
const AFTER_STDIN_MS = 4000

async function recordScenario(harness: Harness, version: string, scenario: Scenario): Promise<void> {
  layFiles(PLACES.work, WORK_FILES)
  makeRepository(PLACES.work)
  const reports: RunReport[] = []
  let resumes: string | null = null
  for (const [index, run] of scenario.runs.entries()) {
    const launch: Launch = {
      version,
      prompt: run.prompt,
      resumes,
      isDenied: run.isDenied ?? false,
      uses: toolsOf(scenario),
    }
    const { record, report } = await recordRun(harness, run, launch)
    writeFileSync(join(PLACES.out, `stdout.${index}`), record.stdout)
    reports.push(report)
    resumes = harness.session?.exec(record.stdout.toString('utf8'))?.[1] ?? null
    if (resumes === null) break
  }
  writeFileSync(join(PLACES.out, 'report.json'), JSON.stringify(reports))
}

async function recordRun(harness: Harness, run: Run, launch: Launch) {
  const { version } = launch
  layFiles(PLACES.home, harness.files(launch))
  const log: string[] = []
  const script = createScript(run, speechOf(harness, version))
  const server = await startModelServer(script, PORT, (entry) => log.push(JSON.stringify(entry)))
  const args = [...harness.args(launch)]
  const { record, isInterrupted } = await runHarness(harness, run, launch, args)
  const { exchanges } = server
  await server.close()
  writeFileSync(join(PLACES.out, 'requests.jsonl'), `${log.join('\n')}\n`, { flag: 'a' })
  const { stdout: _, ...facts } = record
  const report: RunReport = {
    ...facts,
    args,
    isInterrupted,
    served: servedOf(exchanges),
    helper: servedOf(exchanges, ['helper']),
    side: servedOf(exchanges, ['side']),
    exchanges,
  }
  return { record, report }
}

async function runHarness(harness: Harness, run: Run, launch: Launch, args: string[]) {
  const [program, ...before] = programOf(harness)
  const isAcp = harness.promptOn === 'acp'
  let isInterrupted = false
  const interrupt = () => {
    isInterrupted = true
  }
  const interruptWhen = run.isInterrupted ? commandRuns().then(interrupt) : null
  const record = await recordProcess({
    program: program ?? '',
    args: [...before, ...args],
    cwd: PLACES.work,
    environment: { ...baseEnvironment(), ...harness.environment(launch) },
    interruptWhen: isAcp ? null : interruptWhen,
    limitMs: LIMIT_MS,
    async feed(child) {
      const { stdin, stdout } = child
      if (isAcp) {
        const authentication = harness.acpAuthentication ?? null
        const lines = await driveAcp(stdout, stdin, { launch, authentication, cancelWhen: interruptWhen })
        setTimeout(() => child.kill('SIGTERM'), AFTER_STDIN_MS)
        return lines.map((line) => `${line}\n`).join('')
      }
      const text = harness.stdin?.(launch) ?? (harness.promptOn === 'stdin' ? launch.prompt : '')
      stdin.end(text)
      return text
    },
  })
  return { record, isInterrupted }
}

/** Resolves a moment after the scripted command has said that it runs. */
async function commandRuns(): Promise<void> {
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  while (!existsSync(join(PLACES.work, RUNNING_FILE))) await pause(50)
  await pause(AFTER_RUNNING_MS)
}

const [harness = '', version = '', scenario = ''] = process.argv.slice(2)
if (!onlyLoopback(readFileSync('/proc/net/dev', 'utf8'))) {
  throw new Error('There is a network besides loopback here: the CLI is not started.')
}
await recordScenario(harnessNamed(harness), version, scenarioNamed(scenario))
// A CLI may have left a connection to the server or a process behind.
process.exit(0)
