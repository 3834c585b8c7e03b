/**
 * Checks the library against the shared material beside the repository: every bug case and every recording of the
 * protocols that have landed. Ends with the line `N passed, N failed`. Usage: tsx scripts/check-shared.ts [FOLDER]
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { translateLine } from '../src/core/parse.ts'
import { obj } from '../src/core/read.ts'
import { DIALECTS, dialectOf } from '../src/dialects/registry.ts'
import { validateEvent } from '../src/schema/index.ts'
import { CASE_PROTOCOLS } from './shared-module.ts'

/** The protocol in which the recordings of a folder are read. */
const PROTOCOL_BY_FOLDER: Record<string, string> = {
  claude: 'claude-stream',
  codex: 'codex-json',
  'gemini-cli': 'gemini-json',
  opencode: 'opencode-json',
  'qwen-code': 'qwen-json',
  'copilot-cli': 'copilot-json',
  pi: 'pi-json',
  'kimi-code': 'kimi-json',
  'cline-cli': 'cline-json',
  'claude-agent-acp': 'acp',
  'codex-acp': 'acp',
}

const root = fileURLToPath(new URL('..', import.meta.url))
const shared = resolve(process.argv[2] ?? join(root, '..', 'shared'))
if (!existsSync(join(shared, 'cases', 'run.mjs'))) {
  throw new Error(`No cases in ${shared}. Give the folder of the shared material as argument.`)
}

const results = [checkCases(), ...recordingFolders().map(checkRecordings)]
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

type Result = { passed: number; failed: number }

function checkCases(): Result {
  const module = fileURLToPath(new URL('shared-module.ts', import.meta.url))
  const args = [join(shared, 'cases', 'run.mjs'), '--module', module, '--protocols', CASE_PROTOCOLS.join(',')]
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  process.stdout.write(`${stdout}${stderr}`)
  const counts = /^(\d+) passed, (\d+) failed;/m.exec(stdout)
  return counts ? { passed: Number(counts[1]), failed: Number(counts[2]) } : { passed: 0, failed: 1 }
}

function recordingFolders(): string[] {
  const landed: ReadonlySet<string> = new Set(
    DIALECTS.flatMap((dialect) => dialect.protocols.map(({ protocol }) => protocol)),
  )
  return readdirSync(join(shared, 'recordings')).filter((folder) =>
    landed.has(PROTOCOL_BY_FOLDER[folder] ?? ''),
  )
}

function checkRecordings(folder: string): Result {
  const result = { passed: 0, failed: 0 }
  const path = join(shared, 'recordings', folder)
  for (const file of readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/(?:^|\/)[^./]+\.jsonl$/.test(file)) continue
    const problems = problemsOf(PROTOCOL_BY_FOLDER[folder] ?? '', readFileSync(join(path, file), 'utf8'))
    if (problems.length === 0) {
      result.passed++
    } else {
      result.failed++
      console.log(`FAIL ${folder}/${file}`)
      for (const problem of problems.slice(0, 5)) console.log(`     ${problem}`)
    }
  }
  console.log(`${folder}: ${result.passed} recordings passed, ${result.failed} failed`)
  return result
}

/** What is wrong with the reading of a recording: a throw, an event outside the vocabulary, a line nobody has listed. */
function problemsOf(protocol: string, text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return []
  return lines.flatMap((line, index) => {
    try {
      return problemsOfLine(protocol, line).map((problem) => `line ${index + 1}: ${problem}`)
    } catch (error) {
      return [`line ${index + 1}: threw ${error}`]
    }
  })
}

function problemsOfLine(protocol: string, line: string): string[] {
  const dialect = dialectOf(protocol)
  const { events } = translateLine(dialect, line)
  const problems = events.flatMap((event) =>
    validateEvent(event).map(({ path, message }) => `${event.type} ${path}: ${message}`),
  )
  const value = parseObject(line)
  const kind = value && dialect.kindOf(value)
  const rule = kind !== null && Object.hasOwn(dialect.kinds, kind) ? dialect.kinds[kind] : undefined
  if (value && !rule) return [...problems, `kind ${kind} is not listed`]
  const isUnread = events.some((event) => event.type === 'raw' && !obj(event.payload.notice))
  return value && rule?.as === 'mapped' && isUnread
    ? [...problems, `kind ${kind} has a part that is raw`]
    : problems
}

function parseObject(line: string): ReturnType<typeof obj> {
  try {
    return obj(JSON.parse(line))
  } catch {
    return null
  }
}
