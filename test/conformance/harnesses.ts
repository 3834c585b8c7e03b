import { acpAgents } from './facts/acp.ts'
import { claude } from './facts/claude.ts'
import { cline } from './facts/cline.ts'
import { codex } from './facts/codex.ts'
import { copilot } from './facts/copilot.ts'
import { gemini } from './facts/gemini.ts'
import { kimi } from './facts/kimi.ts'
import { opencode } from './facts/opencode.ts'
import { pi } from './facts/pi.ts'
import { qwen } from './facts/qwen.ts'
import type { HarnessFacts } from './harness-facts.ts'

/** What is known of each harness whose recordings are in the repository. */
export const HARNESSES: readonly HarnessFacts[] = [
  claude,
  cline,
  codex,
  copilot,
  gemini,
  kimi,
  ...acpAgents,
  opencode,
  pi,
  qwen,
]
