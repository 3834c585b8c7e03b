import { platformOf } from '../platform.ts'
import { DUMMY_KEY, PLACES } from '../workspace.ts'
import { claudeEnvironment, claudeTools } from './claude.ts'
import { codexConfig, codexTools } from './codex.ts'
import { type Harness, QUIET } from './harness.ts'

/** Claude Code behind `claude-agent-acp`. */
export const claudeAgentAcp: Harness = {
  name: 'claude-agent-acp',
  package: '@agentclientprotocol/claude-agent-acp',
  version: '0.49.0',
  protocol: 'acp',
  programs: ['@agentclientprotocol/claude-agent-acp/dist/index.js'],
  node: 22,
  promptOn: 'acp',
  tools: {
    ...claudeTools,
    // The Claude Code inside has its own version; the wrapper shows TodoWrite as a plan (0.49).
    plan: ({ steps }) => ({
      name: 'TodoWrite',
      input: { todos: steps.map(({ text, status }) => ({ content: text, status, activeForm: text })) },
    }),
    delegate: ({ task }) => ({
      name: 'Agent',
      input: { description: 'Count the files', prompt: task, subagent_type: 'general-purpose' },
    }),
  },
  session: /"sessionId":"([^"]+)"/,
  environment: () => ({ ...QUIET, ...claudeEnvironment }),
  files: () => ({ '.claude/settings.json': { permissions: { defaultMode: 'default' } } }),
  args: () => [],
}

/** Codex behind `codex-acp`. */
export const codexAcp: Harness = {
  name: 'codex-acp',
  package: '@zed-industries/codex-acp',
  version: '0.16.0',
  protocol: 'acp',
  programs: [`@zed-industries/codex-acp-${platformOf()}/bin/codex-acp`],
  promptOn: 'acp',
  tools: codexTools,
  session: /"sessionId":"([^"]+)"/,
  environment: () => ({
    ...QUIET,
    LAB_API_KEY: DUMMY_KEY,
    CODEX_API_KEY: DUMMY_KEY,
    CODEX_HOME: `${PLACES.home}/.codex`,
  }),
  files: ({ isDenied }) => ({
    '.codex/config.toml': codexConfig('gpt-5.4', false, isDenied ? 'untrusted' : 'never'),
  }),
  args: () => [],
}
