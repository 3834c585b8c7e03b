/** The drift lab: records real agent CLIs against a scripted model server. See README.md. */
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { speechOf } from './harnesses/harness.ts'
import { HARNESSES, harnessNamed, skipReason } from './harnesses/registry.ts'
import { resolveVersion, scratchFolder } from './run/install.ts'
import { type Outcome, recordScenarios } from './run/record.ts'
import { SCENARIOS, scenarioNamed } from './scenarios/catalogue.ts'
import { createScript } from './server/script.ts'
import { servedOf } from './server/served.ts'
import { startModelServer } from './server/server.ts'

const program = new Command('lab').description('Records real agent CLIs against a scripted model server.')

program
  .command('list')
  .description('show the harnesses and the scenarios, and which of them do not go together')
  .action(list)

program
  .command('record')
  .description('install a CLI and record scenarios with it (root, Linux)')
  .argument(
    '<harness[@version]>',
    'the version that the definition was proven with, unless said; `latest` works',
  )
  .argument('[scenario...]', 'all of them, unless said')
  .option('--out <folder>', 'where the recordings go', join(scratchFolder(), 'recordings'))
  .action(record)

program
  .command('serve')
  .description('run the model server alone, with one scenario')
  .argument('<scenario>')
  .option('--harness <name>', 'whose tools the model calls', 'claude')
  .option('--run <number>', 'which run of the scenario', '1')
  .option('--port <number>', 'the port on loopback', '8765')
  .action(serve)

function list(): void {
  console.log('Harnesses:')
  for (const harness of HARNESSES) {
    console.log(`  ${harness.name.padEnd(18)}${harness.package}@${harness.version}  ${harness.protocol}`)
  }
  console.log('\nScenarios:')
  for (const scenario of SCENARIOS) {
    console.log(`  ${scenario.name.padEnd(18)}${scenario.note}`)
    for (const harness of HARNESSES) {
      const reason = skipReason(harness, scenario)
      if (reason !== null) console.log(`${' '.repeat(20)}not ${harness.name}: ${reason}`)
    }
  }
}

async function record(target: string, names: string[], options: { out: string }): Promise<void> {
  const [name = '', wanted] = target.split('@')
  const harness = harnessNamed(name)
  const version = resolveVersion(harness.package, wanted || harness.version)
  const scenarios = names.length > 0 ? names.map(scenarioNamed) : SCENARIOS
  const task = { harness, version, scenarios, scratch: scratchFolder(), out: resolve(options.out) }
  for await (const outcome of recordScenarios(task)) {
    for (const line of linesOf(outcome)) console.log(`${harness.name}@${version} ${line}`)
    if (outcome.as === 'failed') process.exitCode = 1
  }
}

function linesOf(outcome: Outcome): string[] {
  if (outcome.as !== 'recorded') return [`${outcome.scenario}: ${outcome.as}: ${outcome.reason}`]
  return outcome.files.map(({ name, meta }) => {
    const bytes = meta.chunks.reduce((sum, [, size]) => sum + size, 0)
    const end = meta.isTimedOut ? 'killed at the limit' : (meta.signal ?? `exit ${meta.exitCode}`)
    return `${name}: ${end}, ${meta.durationMs} ms, ${bytes} bytes, requests: ${meta.requests.join(', ') || 'none'}`
  })
}

async function serve(name: string, options: { harness: string; run: string; port: string }): Promise<void> {
  const harness = harnessNamed(options.harness)
  const { runs } = scenarioNamed(name)
  const run = runs[Number(options.run) - 1]
  if (!run) throw new RangeError(`The scenario ${name} has ${runs.length} run(s), so no run ${options.run}.`)
  const script = createScript(run, speechOf(harness, harness.version))
  const server = await startModelServer(script, Number(options.port), ({ method, path }) =>
    console.log(`${method} ${path}`),
  )
  console.log(
    `Serving ${name} in the words of ${harness.name} on http://127.0.0.1:${server.port}, until Ctrl-C.`,
  )
  process.once('SIGINT', async () => {
    console.log(JSON.stringify(servedOf(server.exchanges)))
    await server.close()
  })
}

program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
