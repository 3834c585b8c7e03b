import { DUMMY_KEY, MCP_SERVER, PLACES, SERVER_URL } from '../workspace.ts'
import type { Harness, ToolTable } from './harness.ts'
import { unknownTool } from './harness.ts'

const patch = (input: string) => ({ name: 'apply_patch', input: `*** Begin Patch\n${input}*** End Patch\n` })
const added = (content: string) => content.replace(/^/gm, '+').replace(/\+$/, '')

/** Codex's own tools in its classic mode, also behind `codex-acp`. */
export const codexTools: ToolTable = {
  shell: ({ command }) => ({ name: 'exec_command', input: { cmd: command } }),
  read: ({ path }) => ({ name: 'exec_command', input: { cmd: `cat ${path}` } }),
  write: ({ path, content }) => patch(`*** Add File: ${path}\n${added(content)}`),
  edit: ({ path, from, to }) => patch(`*** Update File: ${path}\n@@\n-${from}\n+${to}\n`),
  plan: ({ steps }) => ({
    name: 'update_plan',
    input: { plan: steps.map(({ text, status }) => ({ step: text, status })) },
  }),
  mcp: ({ name, text }) => ({ name, namespace: 'mcp__demo', input: { text } }),
  delegate: 'its wait tool wants the id of the agent, which the script cannot know',
  unknown: unknownTool,
}

/** `config.toml`: one provider, nothing that calls home, and the plan tool, which 0.171 does not offer by itself. */
export function codexConfig(
  model: string,
  hasMcp: boolean,
  approval: 'never' | 'untrusted' = 'never',
): string {
  const mcp = `[mcp_servers.demo]\ncommand = "${MCP_SERVER.command}"\nargs = ${JSON.stringify(MCP_SERVER.args)}\n`
  return `model = "${model}"
model_provider = "lab"
model_reasoning_summary = "detailed"
model_reasoning_effort = "high"
check_for_update_on_startup = false
sandbox_mode = "danger-full-access"
approval_policy = "${approval}"
[analytics]
enabled = false
[otel]
exporter = "none"
[features]
apps = false
plugins = false
remote_plugin = false
[tools.update_plan]
enabled = true
[model_providers.lab]
name = "lab"
base_url = "${SERVER_URL}/v1"
wire_api = "responses"
env_key = "LAB_API_KEY"
request_max_retries = 1
stream_max_retries = 1
stream_idle_timeout_ms = 8000
[projects."${PLACES.work}"]
trust_level = "trusted"
${hasMcp ? mcp : ''}`
}

/** Codex CLI, `codex exec`. */
export const codex: Harness = {
  name: 'codex',
  package: '@openai/codex',
  version: '0.171.0',
  protocol: 'codex-json',
  programs: ['@openai/codex/bin/codex.js'],
  promptOn: 'stdin',
  tools: codexTools,
  session: /"thread_id":"([^"]+)"/,
  environment: () => ({ LAB_API_KEY: DUMMY_KEY, CODEX_HOME: `${PLACES.home}/.codex` }),
  // A model of the 5.5 kind calls tools directly; newer ones call one JavaScript tool (0.171).
  files: ({ uses }) => ({ '.codex/config.toml': codexConfig('gpt-5.5', uses.has('mcp')) }),
  args: ({ resumes, isDenied }) => [
    'exec',
    '--json',
    ...(isDenied ? ['--sandbox', 'read-only'] : ['--dangerously-bypass-approvals-and-sandbox']),
    ...(resumes === null ? [] : ['resume', resumes]),
    '-',
  ],
}
