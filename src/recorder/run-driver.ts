import type { Line } from '../core/lines.ts'
import type { SessionState } from '../core/session-state.ts'
import type { RunRecord, Store } from '../store/store.ts'
import { createClientHost } from './client-host.ts'
import { RecorderError } from './errors.ts'
import { createInputEnd } from './input-end.ts'
import { createPermissionAnswerer } from './permission-policy.ts'
import { readInputPolicy } from './run-folder.ts'
import { stopRun } from './stop.ts'

/** What the recorder does in a run beside recording it: it speaks where the protocol needs that, and ends the input. */
export type RunDriver = {
  /** Takes the next line of the harness; true when it tells again what the task has already. */
  hear(line: Line): boolean
  /** Says what is to be said: to be called before what was heard counts as read. */
  speak(): Promise<void>
  /** Looks at where the run is, whenever all that it printed was read and stored. */
  look(state: SessionState): Promise<void>
}

/** The driver of a run, by what its folder says. */
export function createRunDriver(store: Store, run: RunRecord, folder: string): RunDriver {
  const policy = readInputPolicy(folder)
  const client = createClientHost(folder, run.protocol)
  const stop = (): void => {
    stopRun(store, run.id, { stoppedBy: 'end_of_input' }).catch(() => undefined)
  }
  const inputEnd = createInputEnd({ folder, policy, client, stop })
  const place = { taskId: run.taskId, runId: run.id, policy: policy?.permissions ?? 'ask' }
  const permissions = createPermissionAnswerer(store, place)
  return {
    hear: (line) => client?.hear(line) ?? false,
    speak: async () => await client?.speak(),
    async look(state) {
      inputEnd.look(state.status)
      try {
        await permissions.look(state)
      } catch (error) {
        // The harness has ended or withdrawn its question just now, which it will say itself.
        if (!(error instanceof RecorderError)) throw error
      }
    },
  }
}
