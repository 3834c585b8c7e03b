import type { VNode } from 'preact'

/** How a status looks: a shape and a word, never a colour alone. */
const LOOKS: Readonly<Record<string, { dot: string; word: string; tone: string }>> = {
  starting: { dot: 'running', word: 'starting', tone: 'live' },
  running: { dot: 'running', word: 'running', tone: 'live' },
  'needs-input': { dot: 'needs', word: 'needs you', tone: 'warn' },
  background: { dot: 'background', word: 'background', tone: 'live' },
  waiting: { dot: 'none', word: 'waiting', tone: '' },
  succeeded: { dot: 'ok', word: 'done', tone: '' },
  failed: { dot: 'failed', word: 'failed', tone: 'bad' },
  interrupted: { dot: 'interrupted', word: 'interrupted', tone: '' },
  'no-result': { dot: 'none', word: 'no result', tone: '' },
}

/** The look of a status; an unknown one is shown as its own word. */
export function lookOf(status: string): { dot: string; word: string; tone: string } {
  return LOOKS[status] ?? { dot: 'none', word: status, tone: '' }
}

/** Dot and word. */
export function Status({ status }: { status: string }): VNode {
  const { dot, word, tone } = lookOf(status)
  return (
    <span class={`st pill ${tone}`}>
      <span class={`dot ${dot}`} />
      {word}
    </span>
  )
}

/** Two letters and the full name of each harness. */
const HARNESSES: Readonly<Record<string, readonly [letters: string, name: string]>> = {
  'claude-code': ['cc', 'Claude Code'],
  codex: ['cx', 'Codex'],
  'gemini-cli': ['ge', 'Gemini CLI'],
  opencode: ['oc', 'opencode'],
  'qwen-code': ['qw', 'Qwen Code'],
  'copilot-cli': ['cp', 'Copilot CLI'],
  pi: ['pi', 'pi'],
  'kimi-code': ['ki', 'Kimi Code'],
  'cline-cli': ['cl', 'Cline'],
  'cursor-agent': ['cu', 'Cursor'],
  amp: ['am', 'Amp'],
  droid: ['dr', 'Droid'],
  // ACP agents name themselves.
  'codex-acp': ['cx', 'Codex over ACP'],
  '@agentclientprotocol/claude-agent-acp': ['cc', 'Claude Code over ACP'],
  Copilot: ['cp', 'Copilot CLI'],
  'Kimi Code CLI': ['ki', 'Kimi Code'],
}

/** Harnesses by the name they give themselves, and by the one for a reader. */
export const HARNESS_NAMES: readonly (readonly [id: string, name: string])[] = Object.entries(HARNESSES).map(
  ([id, [, name]]) => [id, name] as const,
)

/** A harness's name for a reader. */
export function harnessName(harness: string | null, protocol: string): string {
  if (harness !== null) return HARNESSES[harness]?.[1] ?? harness
  return protocol === 'none' ? 'Plain output' : protocol
}

/** The harness as two letters in a plate. */
export function HarnessPlate({ harness, protocol }: { harness: string | null; protocol: string }): VNode {
  const letters = harness === null ? 'sh' : (HARNESSES[harness]?.[0] ?? harness.slice(0, 2))
  return (
    <abbr class="hx" title={harnessName(harness, protocol)}>
      {letters}
    </abbr>
  )
}
