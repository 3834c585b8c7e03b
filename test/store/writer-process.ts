/**
 * A process that records a task of its own until it is done or killed, and says on stdout what the store has
 * acknowledged. Usage: writer-process.ts STORE TASK RUN BATCHES
 */
import { openStore } from '../../src/store/index.ts'
import { makeBatch, RUN, textsOfBatch } from './batches.ts'

const [path = '', taskId = '', runId = '', batches = ''] = process.argv.slice(2)
const store = await openStore(path)
await store.createTask({ id: taskId, title: null, titleOrigin: null, protocol: 'jsonl', createdAt: 1 })
await store.createRun({ ...RUN, id: runId, taskId })
const lease = String(await store.acquireLease(runId, `pid ${process.pid}`, 500))
let cursor = 0
for (let index = 0; index < Number(batches); index++) {
  const batch = makeBatch({ taskId, runId }, lease, cursor, textsOfBatch(runId, index))
  await store.renewLease(runId, lease, 500)
  const seq = await store.commitBatch(batch)
  cursor = batch.toCursor
  process.stdout.write(`${seq}\n`)
}
await store.releaseLease(runId, lease)
await store.close()
