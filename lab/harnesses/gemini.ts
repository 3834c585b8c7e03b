import type { Json } from '../json.ts'
import { DUMMY_KEY, MCP_SERVER, SERVER_URL } from '../workspace.ts'
import { type Harness, inWork, QUIET, unknownTool } from './harness.ts'

const base = {
  package: '@google/gemini-cli',
  version: '0.61.0',
  programs: ['@google/gemini-cli/bundle/gemini.js', '@google/gemini-cli/dist/index.js'],
  tools: {
    shell: ({ command, about }) => ({ name: 'run_shell_command', input: { command, description: about } }),
    read: ({ path }) => ({ name: 'read_file', input: { file_path: path } }),
    write: ({ path, content }) => ({ name: 'write_file', input: { file_path: inWork(path), content } }),
    edit: ({ path, from, to }) => ({
      name: 'replace',
      input: { file_path: inWork(path), instruction: 'Fix the operator.', old_string: from, new_string: to },
    }),
    plan: ({ steps }) => ({
      name: 'write_todos',
      input: { todos: steps.map(({ text, status }) => ({ description: text, status })) },
    }),
    mcp: ({ name, text }) => ({ name: `mcp_demo_${name}`, input: { text } }),
    delegate: ({ task }) => ({ name: 'invoke_agent', input: { agent_name: 'generalist', prompt: task } }),
    unknown: unknownTool,
  },
  report: (response) => ({ name: 'complete_task', input: { result: { response } } }),
  environment: () => ({
    ...QUIET,
    GEMINI_API_KEY: DUMMY_KEY,
    GOOGLE_GEMINI_BASE_URL: SERVER_URL,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_TELEMETRY_ENABLED: 'false',
  }),
  files: ({ uses }) => ({
    '.gemini/settings.json': quietSettings('gemini-api-key', uses.has('mcp'), {
      enableAutoUpdateNotification: false,
      maxAttempts: 2,
    }),
  }),
} satisfies Partial<Harness>

/** Gemini CLI, `gemini --output-format stream-json`. */
export const gemini: Harness = {
  ...base,
  name: 'gemini',
  protocol: 'gemini-json',
  promptOn: 'stdin',
  session: /"session_id":"([^"]+)"/,
  args: ({ resumes, isDenied }) => [
    '--output-format',
    'stream-json',
    '--approval-mode',
    isDenied ? 'default' : 'yolo',
    '-m',
    'gemini-2.5-pro',
    ...(resumes === null ? [] : ['--resume', resumes]),
  ],
}

/** Gemini CLI as an ACP agent, `gemini --acp`. */
export const geminiAcp: Harness = {
  ...base,
  name: 'gemini-acp',
  protocol: 'acp',
  promptOn: 'acp',
  acpAuthentication: 'gemini-api-key',
  skips: { subagent: 'its policy denies the agent tool where it asks for permission (0.61)' },
  session: /"sessionId":"([^"]+)"/,
  args: () => ['--acp', '-m', 'gemini-2.5-pro'],
}

/** Settings of Gemini CLI, and of Qwen Code, which began as a copy of it: no updates, no telemetry, our MCP server. */
export function quietSettings(authentication: string, hasMcp: boolean, general: Json = {}): Json {
  return {
    security: { auth: { selectedType: authentication } },
    general: { enableAutoUpdate: false, disableAutoUpdate: true, disableUpdateNag: true, ...general },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    ...(hasMcp ? { mcpServers: { demo: MCP_SERVER } } : {}),
  }
}
