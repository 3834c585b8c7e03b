import { afterEach, describe } from 'vitest'
import type { Store } from '../../src/store/index.ts'
import { describeBatches } from './contract-batches.ts'
import { describeEvents } from './contract-events.ts'
import { describeTasks } from './contract-tasks.ts'

/** Opens an empty store and gives the way to throw it away. */
export type OpenEmpty = () => Promise<{ store: Store; discard: () => Promise<void> }>

/** What every store must do, whatever engine is below it. */
export function describeStore(name: string, openEmpty: OpenEmpty): void {
  describe(name, () => {
    const cleanups: (() => Promise<void>)[] = []
    afterEach(async () => {
      for (const discard of cleanups.splice(0)) await discard()
    })

    async function open(): Promise<Store> {
      const { store, discard } = await openEmpty()
      cleanups.push(discard)
      return store
    }

    describeTasks(open)
    describeBatches(open)
    describeEvents(open)
  })
}
