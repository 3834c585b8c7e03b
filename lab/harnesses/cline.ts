import { DUMMY_KEY, MCP_SERVER, SERVER_URL } from '../workspace.ts'
import { type Harness, inWork, QUIET, unknownTool } from './harness.ts'

/** Cline CLI, `cline --json`. */
export const cline: Harness = {
  name: 'cline',
  package: 'cline',
  version: '3.0.65',
  protocol: 'cline-json',
  programs: ['cline/bin/cline'],
  node: 22,
  promptOn: 'argument',
  tools: {
    shell: ({ command }) => ({ name: 'run_commands', input: { commands: [command] } }),
    read: ({ path }) => ({ name: 'read_files', input: { files: [{ path: inWork(path) }] } }),
    write: ({ path, content }) => ({ name: 'editor', input: { path: inWork(path), new_text: content } }),
    edit: ({ path, from, to }) => ({
      name: 'editor',
      input: { path: inWork(path), old_text: from, new_text: to },
    }),
    plan: 'it has no plan tool in a headless run (3.0)',
    mcp: ({ name, text }) => ({ name: `demo__${name}`, input: { text } }),
    delegate: ({ task }) => ({ name: 'spawn_agent', input: { systemPrompt: 'You are a helper.', task } }),
    unknown: unknownTool,
  },
  skips: {
    resume: 'it refuses --id together with --json (3.0.65)',
    denied: 'it asks for no permission in a headless run (3.0.65)',
  },
  environment: () => ({
    ...QUIET,
    CLINE_TELEMETRY_DISABLED: '1',
    CLINE_NO_AUTO_UPDATE: '1',
    OPENAI_BASE_URL: `${SERVER_URL}/v1`,
    OPENAI_API_KEY: DUMMY_KEY,
  }),
  files: ({ uses }) => ({
    '.cline/data/settings/providers.json': {
      version: 1,
      lastUsedProvider: 'openai-compatible',
      providers: {
        'openai-compatible': {
          settings: {
            provider: 'openai-compatible',
            apiKey: DUMMY_KEY,
            model: 'lab-model',
            baseUrl: `${SERVER_URL}/v1`,
          },
          updatedAt: '2026-12-01T00:00:00.000Z',
          tokenSource: 'manual',
        },
      },
    },
    ...(uses.has('mcp')
      ? { '.cline/data/settings/cline_mcp_settings.json': { mcpServers: { demo: MCP_SERVER } } }
      : {}),
  }),
  args: ({ prompt }) => ['--json', '-P', 'openai-compatible', '-k', DUMMY_KEY, '-m', 'lab-model', prompt],
}
