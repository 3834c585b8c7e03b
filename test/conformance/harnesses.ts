import { acpAgents } from './facts/acp.ts'
import { claude } from './facts/claude.ts'
import { codex } from './facts/codex.ts'
import type { HarnessFacts } from './harness-facts.ts'

/** What is known of each harness whose recordings are in the repository. */
export const HARNESSES: readonly HarnessFacts[] = [claude, codex, ...acpAgents]
