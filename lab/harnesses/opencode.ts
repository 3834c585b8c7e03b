import { platformOf } from '../platform.ts'
import { DUMMY_KEY, MCP_SERVER, SERVER_URL } from '../workspace.ts'
import { type Harness, inWork, isAtLeast, unknownTool } from './harness.ts'

const MODEL = {
  name: 'Lab model',
  tool_call: true,
  reasoning: true,
  attachment: true,
  modalities: { input: ['text', 'image'], output: ['text'] },
  limit: { context: 128_000, output: 4096 },
  cost: { input: 1, output: 4, cache_read: 0.1, cache_write: 0 },
}

/** opencode, `opencode run`. */
export const opencode: Harness = {
  name: 'opencode',
  package: 'opencode-ai',
  version: '1.18.33',
  protocol: 'opencode-json',
  programs: [`opencode-${platformOf()}/bin/opencode`],
  promptOn: 'stdin',
  tools: {
    shell: ({ command, about }) => ({ name: 'bash', input: { command, description: about } }),
    read: ({ path }) => ({ name: 'read', input: { filePath: inWork(path) } }),
    write: ({ path, content }) => ({ name: 'write', input: { filePath: inWork(path), content } }),
    edit: ({ path, from, to }) => ({
      name: 'edit',
      input: { filePath: inWork(path), oldString: from, newString: to },
    }),
    plan: ({ steps }) => ({
      name: 'todowrite',
      input: {
        todos: steps.map(({ text, status }, index) => ({
          id: String(index + 1),
          content: text,
          status,
          priority: 'medium',
        })),
      },
    }),
    mcp: ({ name, text }) => ({ name: `demo_${name}`, input: { text } }),
    delegate: ({ task }) => ({
      name: 'task',
      input: { description: 'Count the files', prompt: task, subagent_type: 'general' },
    }),
    unknown: unknownTool,
  },
  session: /"sessionID":"([^"]+)"/,
  environment: ({ version }) => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_SHARE: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    // 1.1 has no switch to leave out the list of models.
    ...(isAtLeast(version, '1.2.0') ? {} : { OPENCODE_MODELS_URL: SERVER_URL }),
  }),
  files: ({ uses, isDenied }) => ({
    '.config/opencode/opencode.json': {
      $schema: 'https://opencode.ai/config.json',
      autoupdate: false,
      share: 'disabled',
      lsp: false,
      formatter: false,
      model: 'lab/lab-model',
      small_model: 'lab/lab-model',
      enabled_providers: ['lab'],
      provider: {
        lab: {
          npm: '@ai-sdk/openai-compatible',
          name: 'Lab',
          options: { baseURL: `${SERVER_URL}/v1`, apiKey: DUMMY_KEY },
          models: { 'lab-model': MODEL },
        },
      },
      ...(isDenied ? { permission: { edit: 'ask', bash: 'ask' } } : {}),
      ...(uses.has('mcp')
        ? {
            mcp: {
              demo: { type: 'local', command: [MCP_SERVER.command, ...MCP_SERVER.args], enabled: true },
            },
          }
        : {}),
    },
  }),
  args: ({ version, resumes }) => [
    'run',
    '--format',
    'json',
    // 1.1.34 does not know the flag.
    ...(isAtLeast(version, '1.2.0') ? ['--thinking'] : []),
    ...(resumes === null ? [] : ['--session', resumes]),
  ],
}
