import { platformOf } from '../platform.ts'
import { DUMMY_KEY, MCP_SERVER, PLACES, SERVER_URL } from '../workspace.ts'
import { type Harness, isAtLeast, type Launch, type ToolTable, unknownTool } from './harness.ts'

/** The model; its name decides which tools Claude Code offers (2.1.332). */
const MODEL = 'claude-sonnet-5'

/** From here on the plan is kept with TaskCreate and TaskUpdate, before with TodoWrite. */
const HAS_TASK_TOOLS = '2.1.200'

const inWork = (path: string) => `${PLACES.work}/${path}`

/** Claude Code's own tools, also behind `claude-agent-acp`. */
export const claudeTools: ToolTable = {
  shell: ({ command, about }) => ({ name: 'Bash', input: { command, description: about } }),
  read: ({ path }) => ({ name: 'Read', input: { file_path: inWork(path) } }),
  write: ({ path, content }) => ({ name: 'Write', input: { file_path: inWork(path), content } }),
  edit: ({ path, from, to }) => ({
    name: 'Edit',
    input: { file_path: inWork(path), old_string: from, new_string: to },
  }),
  plan({ steps, isFirst }, version) {
    if (!isAtLeast(version, HAS_TASK_TOOLS)) {
      const todos = steps.map(({ text, status }) => ({ content: text, status, activeForm: text }))
      return { name: 'TodoWrite', input: { todos } }
    }
    const created = steps.map(({ text }) => ({
      name: 'TaskCreate',
      input: { subject: text, description: text, activeForm: text },
    }))
    const updated = steps.map(({ status }, index) => ({
      name: 'TaskUpdate',
      input: { taskId: String(index + 1), status },
    }))
    return isFirst ? created : updated
  },
  mcp: ({ name, text }) => ({ name: `mcp__demo__${name}`, input: { text } }),
  delegate: ({ task }, version) => ({
    name: isAtLeast(version, '2.1.60') ? 'Agent' : 'Task',
    input: {
      description: 'Count the files',
      prompt: task,
      subagent_type: 'general-purpose',
      ...(isAtLeast(version, '2.1.0') ? { run_in_background: false } : {}),
    },
  }),
  unknown: unknownTool,
}

/** Environment of Claude Code, also behind `claude-agent-acp`. */
export const claudeEnvironment: Readonly<Record<string, string>> = {
  ANTHROPIC_BASE_URL: SERVER_URL,
  ANTHROPIC_API_KEY: DUMMY_KEY,
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  CLAUDE_CODE_MAX_RETRIES: '2',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_BUG_COMMAND: '1',
  // Lets root use --dangerously-skip-permissions.
  IS_SANDBOX: '1',
}

const base = {
  package: '@anthropic-ai/claude-code',
  version: '2.1.332',
  // Up to 2.1.112 one script; 2.1.200 and later a launcher with the program in an optional dependency.
  programs: [`@anthropic-ai/claude-code-${platformOf()}/claude`, '@anthropic-ai/claude-code/cli.js'],
  tools: claudeTools,
  // 2.0 greets each of its agents with a message of this one word.
  sidePattern: /^Warmup$/,
  session: /"session_id":"([^"]+)"/,
  environment: ({ uses }: Launch) => ({
    ...claudeEnvironment,
    ...(uses.has('plan') ? { CLAUDE_CODE_ENABLE_TASKS: '1' } : {}),
  }),
  files: () => ({}),
} satisfies Partial<Harness>

function argsOf({ version, resumes, isDenied, uses }: Launch): string[] {
  const args = ['-p', '--output-format', 'stream-json', '--verbose']
  args.push('--model', MODEL)
  if (!isDenied) args.push('--dangerously-skip-permissions')
  if (uses.has('mcp')) {
    const demo = { type: 'stdio', ...MCP_SERVER }
    args.push('--mcp-config', JSON.stringify({ mcpServers: { demo } }))
  }
  if (uses.has('plan') && isAtLeast(version, HAS_TASK_TOOLS)) {
    args.push('--tools', 'default,TaskCreate,TaskUpdate,TaskList,TaskGet')
  }
  if (resumes !== null) args.push('--resume', resumes)
  return args
}

/** Claude Code, `claude -p`. */
export const claude: Harness = {
  ...base,
  name: 'claude',
  protocol: 'claude-json',
  promptOn: 'stdin',
  args: argsOf,
}

/** Claude Code that reads its turns from stdin as JSON, with partial messages. */
export const claudeStream: Harness = {
  ...base,
  name: 'claude-stream',
  protocol: 'claude-stream',
  promptOn: 'stdin',
  stdin: ({ prompt }) => `${JSON.stringify({ type: 'user', message: { role: 'user', content: prompt } })}\n`,
  args: (launch) => [...argsOf(launch), '--input-format', 'stream-json', '--include-partial-messages'],
}
