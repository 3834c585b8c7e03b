/**
 * Reads every recording under a folder (`<harness>/<version>/<scenario>.jsonl`, as in fixtures/recordings) and prints
 * one table; exits with 1 when anything is wrong. Usage: tsx scripts/check-recordings.ts [FOLDER]
 */
import { resolve } from 'node:path'
import { RECORDINGS } from '../test/recordings.ts'
import { checkFolder, describeFindings } from './recordings/report.ts'

const root = resolve(process.argv[2] ?? RECORDINGS)
const findings = checkFolder(root)
console.log(describeFindings(root, findings))
process.exitCode = findings.length > 0 && findings.every(({ problems }) => problems.length === 0) ? 0 : 1
