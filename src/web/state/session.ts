import { type Signal, signal } from '@preact/signals'
import { fetchSession } from '../api/client.ts'
import type { PageSession } from '../api/types.ts'

/** What this page may do; reads only until the server has said more. */
export const session: Signal<PageSession> = signal({ authorized: false, canStart: false, version: '' })

/** Asks the server what this page may do. */
export async function loadSession(): Promise<void> {
  const known = await fetchSession().catch(() => null)
  if (known) session.value = known
}
