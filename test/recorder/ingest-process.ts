/** A process that ingests a run until it is killed. Usage: ingest-process.ts STORE RUN */
import { recordRun } from '../../src/recorder/index.ts'
import { openStore } from '../../src/store/index.ts'

const [path = '', runId = ''] = process.argv.slice(2)
const store = await openStore(path)
process.stdout.write('ready\n')
await recordRun(store, runId, { leaseMs: 150 })
await store.close()
