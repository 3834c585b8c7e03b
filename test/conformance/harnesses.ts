import { opencodeFacts } from './facts/opencode.ts'
import { piFacts } from './facts/pi.ts'
import type { HarnessFacts } from './harness-facts.ts'

/** What is known of each harness whose recordings are in the repository, Claude's aside, which has tests of its own. */
export const HARNESSES: readonly HarnessFacts[] = [opencodeFacts, piFacts]
