import { objects, str } from '../core/read.ts'
import type { OpenNeed, SessionState } from '../core/session-state.ts'
import type { Store } from '../store/store.ts'
import { answerRequest } from './answer.ts'
import type { PermissionPolicy } from './run-folder.ts'

/** Answers what a harness asks, for a person who has decided before. */
export type PermissionAnswerer = {
  /** Answers what is open and was not answered yet. */
  look(state: SessionState): Promise<void>
}

/** The kind of option that stands for a policy: never one that holds for longer than this one call. */
const OPTION_KIND = { allow: 'allow_once', deny: 'reject_once' } as const

/** Answers the permission requests of a run by its policy. Questions are left to a person: nobody else knows the answer. */
export function createPermissionAnswerer(
  store: Store,
  { taskId, runId, policy }: { taskId: string; runId: string; policy: PermissionPolicy },
): PermissionAnswerer {
  const answered = new Set<string>()
  return {
    async look({ needs }) {
      if (policy === 'ask') return
      for (const need of needs) {
        const optionId = need.run === runId ? optionOf(need, policy) : null
        if (optionId === null || answered.has(need.requestId)) continue
        answered.add(need.requestId)
        await answerRequest(store, { taskId, requestId: need.requestId, optionId, text: null, by: 'policy' })
      }
    },
  }
}

function optionOf({ kind, options }: OpenNeed, policy: 'allow' | 'deny'): string | null {
  if (kind !== 'permission') return null
  return str(objects(options).find((option) => option.kind === OPTION_KIND[policy])?.id)
}
