import { DUMMY_KEY, MCP_SERVER, SERVER_URL } from '../workspace.ts'
import { type Harness, unknownTool } from './harness.ts'

/** pi, `pi --mode json -p`. */
export const pi: Harness = {
  name: 'pi',
  package: '@earendil-works/pi-coding-agent',
  version: '1.6.0',
  protocol: 'pi-json',
  programs: [
    '@earendil-works/pi-coding-agent/dist/bundle/cli.js',
    '@earendil-works/pi-coding-agent/dist/cli.js',
  ],
  // 22.19 or newer.
  node: 22,
  promptOn: 'stdin',
  tools: {
    shell: ({ command }) => ({ name: 'bash', input: { command } }),
    read: ({ path }) => ({ name: 'read', input: { path } }),
    write: ({ path, content }) => ({ name: 'write', input: { path, content } }),
    edit: ({ path, from, to }) => ({
      name: 'edit',
      input: { path, edits: [{ oldText: from, newText: to }] },
    }),
    plan: 'it has no plan tool (1.6)',
    mcp: ({ name, text }) => ({ name: `mcp__demo__${name}`, input: { text } }),
    delegate: 'it has no subagents (1.6)',
    unknown: unknownTool,
  },
  skips: { denied: 'it asks for no permission (1.6)' },
  session: /^\{[^\n]*?"id":"([^"]+)"/,
  environment: () => ({ PI_OFFLINE: '1', PI_TELEMETRY: '0' }),
  files: ({ uses }) => ({
    '.pi/agent/models.json': {
      providers: {
        lab: {
          baseUrl: `${SERVER_URL}/v1`,
          api: 'openai-completions',
          apiKey: DUMMY_KEY,
          models: [
            {
              id: 'lab-model',
              name: 'Lab model',
              reasoning: true,
              input: ['text', 'image'],
              contextWindow: 128_000,
              maxTokens: 4096,
              cost: { input: 1, output: 4, cacheRead: 0.1, cacheWrite: 0 },
            },
          ],
        },
      },
    },
    '.pi/agent/settings.json': {
      defaultProvider: 'lab',
      defaultModel: 'lab-model',
      enableInstallTelemetry: false,
      quietStartup: true,
      retry: { enabled: true, maxRetries: 2, baseDelayMs: 300 },
    },
    ...(uses.has('mcp')
      ? { '.pi/agent/mcp.json': { mcpServers: { demo: { ...MCP_SERVER, exposure: 'direct' } } } }
      : {}),
  }),
  args: ({ resumes }) => [
    '--mode',
    'json',
    '-p',
    // pi prints its system prompt on stdout; a vendor's prose has no place in a recording.
    '--system-prompt',
    'You are a coding agent in a test.',
    '--thinking',
    'high',
    ...(resumes === null ? [] : ['--session', resumes]),
  ],
}
