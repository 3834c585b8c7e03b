/** A recorder that brings in every run of a home until it is killed. Usage: recorder-process.mjs HOME */
import { adoptRuns } from '../dist/recorder/index.js'
import { openStore, storePathOf } from '../dist/store/index.js'

const [home] = process.argv.slice(2)
const store = await openStore(storePathOf(home))
const onError = (error) => {
  // Another recorder may have the store for a moment.
  if (error.code !== 'locked') throw error
}
process.stdout.write('ready\n')
await adoptRuns(store, { home, leaseMs: 150, intervalMs: 20, onError, signal: new AbortController().signal })
