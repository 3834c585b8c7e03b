/**
 * Runs inside the namespace: one case, with the real CLI and the built agent-stream, and writes to the folder `out` what
 * held. Arguments: number of the case, version of the CLI.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Harness, speechOf } from '../harnesses/harness.ts'
import { harnessNamed } from '../harnesses/registry.ts'
import { type Json, objectOf } from '../json.ts'
import { layFiles, makeRepository } from '../run/layout.ts'
import { onlyLoopback } from '../run/namespace.ts'
import { baseEnvironment, programOf } from '../run/program.ts'
import { toolsOf } from '../scenarios/language.ts'
import { createScript } from '../server/script.ts'
import { type Served, servedOf } from '../server/served.ts'
import { startModelServer } from '../server/server.ts'
import { PLACES, PORT, WORK_FILES } from '../workspace.ts'
import type { Check, EndToEndCase } from './case.ts'
import { CASES } from './cases.ts'
import { openProduct, type Product } from './product.ts'

async function runCase(wanted: EndToEndCase, version: string): Promise<Check[]> {
  const harness = harnessNamed(wanted.harness)
  const scenario = { name: '', note: '', runs: [{ prompt: '', answers: wanted.answers }] } as const
  const launch = { version, prompt: '', resumes: null, isDenied: false, uses: toolsOf(scenario) }
  layFiles(PLACES.work, WORK_FILES)
  makeRepository(PLACES.work)
  layFiles(PLACES.home, harness.files(launch))
  const environment = { ...baseEnvironment(), ...harness.environment(launch) }
  environment.PATH = `${putInPath(harness, wanted.program)}:${environment.PATH}`
  const speech = speechOf(harness, version)
  const words = (call: Parameters<typeof speech.words>[0]) => wanted.words?.(call) ?? speech.words(call)
  const script = createScript(scenario.runs[0], { ...speech, words: (call) => [words(call)].flat() })
  const log: string[] = []
  const server = await startModelServer(script, PORT, (entry) => log.push(JSON.stringify(entry)))
  const checks: Check[] = []
  const { product, close } = await openProduct(wanted, environment, checks)
  try {
    await wanted.act(product)
    await compare(product, wanted, servedOf(server.exchanges))
  } catch (error) {
    checks.push({ what: 'no error', isMet: false, detail: String(error) })
  }
  writeFileSync(join(PLACES.out, 'events.json'), JSON.stringify(await product.events(), null, 1))
  writeFileSync(join(PLACES.out, 'task.json'), JSON.stringify(await product.task(), null, 1))
  writeFileSync(join(PLACES.out, 'requests.jsonl'), `${log.join('\n')}\n`)
  close()
  await server.close()
  return checks
}

/** The CLI under the name that a person types. */
function putInPath(harness: Harness, name: string): string {
  const folder = join(PLACES.home, 'bin')
  mkdirSync(folder, { recursive: true })
  const words = programOf(harness).map((word) => `'${word}'`)
  writeFileSync(join(folder, name), `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`)
  chmodSync(join(folder, name), 0o755)
  return folder
}

/** What the history says, against what the model server served. */
async function compare(product: Product, wanted: EndToEndCase, served: Served): Promise<void> {
  const { title, status, recap, runs } = await product.task()
  const said = textsOf(await product.events())
  const missing = served.texts.filter((text) => !said.includes(text))
  product.check('every text once, in order', isInOrder(said, served.texts), missing.join(' | ') || 'in order')
  product.check('succeeded', status === 'succeeded', status)
  product.check(
    'every run complete',
    runs.every((run) => run.complete === true),
    `${runs.length} runs`,
  )
  product.check('titled', title === wanted.title, title)
  if (wanted.tokens === 'none') return
  const counted = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheCreationTokens'].map((key) =>
    Number(recap[key] ?? 0),
  )
  const compared = wanted.tokens === 'exact' ? 4 : 2
  const isSame = counted.slice(0, compared).every((count, index) => count === served.usage[index])
  product.check('tokens as served', isSame, `counted ${counted}, served ${served.usage}`)
}

/** The assistant's messages, fragments joined. */
function textsOf(events: readonly Json[]): string {
  return events
    .flatMap(({ type, payload }) => {
      const { role, text } = objectOf(payload)
      return type === 'message' && role === 'assistant' ? [String(text)] : []
    })
    .join('')
}

function isInOrder(said: string, texts: readonly string[]): boolean {
  let from = 0
  for (const text of texts) {
    const at = said.indexOf(text, from)
    if (at < 0) return false
    from = at + text.length
  }
  return texts.every((text) => said.split(text).length - 1 === texts.filter((one) => one === text).length)
}

const [number = '', version = ''] = process.argv.slice(2)
if (!onlyLoopback(readFileSync('/proc/net/dev', 'utf8'))) {
  throw new Error('There is a network besides loopback here: the CLI is not started.')
}
const wanted = CASES[Number(number)]
if (!wanted || !existsSync(PLACES.out)) throw new RangeError(`There is no case ${number}.`)
writeFileSync(join(PLACES.out, 'checks.json'), JSON.stringify(await runCase(wanted, version)))
process.exit(0)
