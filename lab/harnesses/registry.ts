import { type Scenario, toolsOf } from '../scenarios/language.ts'
import { claudeAgentAcp, codexAcp } from './acp-wrappers.ts'
import { claude, claudeStream } from './claude.ts'
import { cline } from './cline.ts'
import { codex } from './codex.ts'
import { copilot, copilotAcp } from './copilot.ts'
import { gemini, geminiAcp } from './gemini.ts'
import type { Harness } from './harness.ts'
import { kimi, kimiAcp } from './kimi.ts'
import { opencode } from './opencode.ts'
import { pi } from './pi.ts'
import { qwen, qwenAcp } from './qwen.ts'

/** Every harness that the lab can record. */
export const HARNESSES: readonly Harness[] = [
  codex,
  claude,
  claudeStream,
  gemini,
  opencode,
  qwen,
  pi,
  copilot,
  kimi,
  cline,
  claudeAgentAcp,
  codexAcp,
  geminiAcp,
  qwenAcp,
  copilotAcp,
  kimiAcp,
]

/** A harness by its name. Throws a `TypeError` that lists the known ones when there is none. */
export function harnessNamed(name: string): Harness {
  const found = HARNESSES.find((harness) => harness.name === name)
  if (found) return found
  const known = HARNESSES.map((harness) => harness.name).join(', ')
  throw new TypeError(`There is no harness ${JSON.stringify(name)}. Known: ${known}.`)
}

/** Why a scenario is not recorded with a harness; null: it is. */
export function skipReason(harness: Harness, scenario: Scenario): string | null {
  const said = harness.skips?.[scenario.name]
  if (said !== undefined) return said
  if (scenario.runs.length > 1 && !harness.session) return 'it prints no session id to go on with'
  const lacking = [...toolsOf(scenario)]
    .map((tool) => harness.tools[tool])
    .find((tool) => typeof tool === 'string')
  return typeof lacking === 'string' ? lacking : null
}
