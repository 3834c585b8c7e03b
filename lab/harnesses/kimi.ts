import { DUMMY_KEY, MCP_SERVER, SERVER_URL } from '../workspace.ts'
import { type Harness, inWork, QUIET, unknownTool } from './harness.ts'

const base = {
  package: '@moonshot-ai/kimi-code',
  version: '2.1.0',
  programs: ['@moonshot-ai/kimi-code/dist/main.mjs'],
  // 22.19 or newer.
  node: 22,
  tools: {
    shell: ({ command }) => ({ name: 'Bash', input: { command, timeout: 30 } }),
    read: ({ path }) => ({ name: 'Read', input: { path: inWork(path) } }),
    write: ({ path, content }) => ({ name: 'Write', input: { path: inWork(path), content } }),
    edit: ({ path, from, to }) => ({
      name: 'Edit',
      input: { path: inWork(path), old_string: from, new_string: to },
    }),
    plan: ({ steps }) => ({
      name: 'TodoList',
      input: {
        todos: steps.map(({ text, status }) => ({
          title: text,
          status: status === 'completed' ? 'done' : status,
        })),
      },
    }),
    mcp: ({ name, text }) => ({ name: `mcp__demo__${name}`, input: { text } }),
    delegate: ({ task }) => ({ name: 'Agent', input: { description: 'Count the files', prompt: task } }),
    unknown: unknownTool,
  },
  environment: () => ({
    ...QUIET,
    KIMI_DISABLE_TELEMETRY: '1',
    KIMI_CODE_NO_AUTO_UPDATE: '1',
    KIMI_MODEL_NAME: 'kimi-lab',
    KIMI_MODEL_API_KEY: DUMMY_KEY,
    KIMI_MODEL_PROVIDER_TYPE: 'openai',
    KIMI_MODEL_BASE_URL: `${SERVER_URL}/v1`,
    KIMI_MODEL_MAX_CONTEXT_SIZE: '262144',
    KIMI_MODEL_CAPABILITIES: 'thinking',
  }),
  files: ({ uses }) =>
    uses.has('mcp')
      ? { '.kimi-code/mcp.json': { mcpServers: { demo: MCP_SERVER } } }
      : ({} as Record<string, string>),
} satisfies Partial<Harness>

/** Kimi Code, `kimi -p TEXT --output-format stream-json`. */
export const kimi: Harness = {
  ...base,
  name: 'kimi',
  protocol: 'kimi-json',
  // It refuses the output format without -p TEXT (2.1).
  promptOn: 'argument',
  skips: { denied: 'it asks for no permission in a headless run (2.1)' },
  session: /"session_id":"([^"]+)"/,
  args: ({ prompt, resumes }) => [
    '-p',
    prompt,
    '--output-format',
    'stream-json',
    ...(resumes === null ? [] : ['--session', resumes]),
  ],
}

/** Kimi Code as an ACP agent, `kimi acp`. */
export const kimiAcp: Harness = {
  ...base,
  name: 'kimi-acp',
  protocol: 'acp',
  promptOn: 'acp',
  session: /"sessionId":"([^"]+)"/,
  args: () => ['acp'],
}
