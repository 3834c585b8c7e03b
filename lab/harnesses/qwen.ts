import { DUMMY_KEY, SERVER_URL } from '../workspace.ts'
import { quietSettings } from './gemini.ts'
import { type Harness, inWork, QUIET, unknownTool } from './harness.ts'

const base = {
  package: '@qwen-code/qwen-code',
  version: '0.24.4',
  programs: ['@qwen-code/qwen-code/cli.js'],
  node: 22,
  tools: {
    shell: ({ command, about }) => ({
      name: 'run_shell_command',
      input: { command, is_background: false, description: about },
    }),
    read: ({ path }) => ({ name: 'read_file', input: { file_path: inWork(path) } }),
    write: ({ path, content }) => ({ name: 'write_file', input: { file_path: inWork(path), content } }),
    edit: ({ path, from, to }) => ({
      name: 'edit',
      input: { file_path: inWork(path), old_string: from, new_string: to },
    }),
    plan: ({ steps }) => ({
      name: 'todo_write',
      input: {
        todos: steps.map(({ text, status }, index) => ({ id: String(index + 1), content: text, status })),
      },
    }),
    mcp: ({ name, text }) => ({ name: `mcp__demo__${name}`, input: { text } }),
    delegate: ({ task }) => ({
      name: 'agent',
      input: {
        subagent_type: 'general-purpose',
        description: 'Count the files',
        prompt: task,
        run_in_background: false,
      },
    }),
    unknown: unknownTool,
  },
  // Its memory; as an ACP agent, what a person may say next, and whether a command is safe (0.24).
  sidePattern: /managed memory|\[SUGGESTION MODE|## Pending tool call to classify/i,
  environment: () => ({
    ...QUIET,
    OPENAI_API_KEY: DUMMY_KEY,
    OPENAI_BASE_URL: `${SERVER_URL}/v1`,
    OPENAI_MODEL: 'qwen3-coder-plus',
    QWEN_CODE_NO_RELAUNCH: 'true',
  }),
  files: ({ uses }) => ({
    '.qwen/settings.json': {
      ...quietSettings('openai', uses.has('mcp')),
      // It adds requests to the totals and up to 20 s before the exit (0.24).
      memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
      model: { generationConfig: { maxRetries: 1 } },
      // Off by default since 0.24.
      tools: { todoWrite: { enabled: true } },
    },
  }),
} satisfies Partial<Harness>

/** Qwen Code, `qwen --output-format stream-json`. */
export const qwen: Harness = {
  ...base,
  name: 'qwen',
  protocol: 'qwen-json',
  promptOn: 'stdin',
  session: /"session_id":"([^"]+)"/,
  args: ({ resumes, isDenied }) => [
    '--output-format',
    'stream-json',
    '--approval-mode',
    isDenied ? 'default' : 'yolo',
    ...(resumes === null ? [] : ['--resume', resumes]),
  ],
}

/** Qwen Code as an ACP agent, `qwen --acp`. */
export const qwenAcp: Harness = {
  ...base,
  name: 'qwen-acp',
  protocol: 'acp',
  promptOn: 'acp',
  session: /"sessionId":"([^"]+)"/,
  args: () => ['--acp'],
}
