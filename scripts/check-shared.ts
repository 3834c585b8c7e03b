/**
 * Checks the library against the shared material beside the repository: every bug case and every recording of the
 * protocols that have landed. Ends with the line `N passed, N failed`. Usage: tsx scripts/check-shared.ts [FOLDER]
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkFolder, describeFindings } from './recordings/report.ts'
import { CASE_PROTOCOLS } from './shared-module.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const shared = resolve(process.argv[2] ?? join(root, '..', 'shared'))
if (!existsSync(join(shared, 'cases', 'run.mjs'))) {
  throw new Error(`No cases in ${shared}. Give the folder of the shared material as argument.`)
}

const results = [checkCases(), checkRecordings()]
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

function checkRecordings(): Result {
  const recordings = join(shared, 'recordings')
  const findings = checkFolder(recordings)
  console.log(describeFindings(recordings, findings))
  const failed = findings.filter(({ problems }) => problems.length > 0).length
  return { passed: findings.filter(({ protocol }) => protocol !== null).length - failed, failed }
}
