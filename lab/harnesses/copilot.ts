import { platformOf } from '../platform.ts'
import type { PlanStep } from '../scenarios/language.ts'
import { DUMMY_KEY, MCP_SERVER, PLACES, SERVER_URL } from '../workspace.ts'
import { type Harness, QUIET, unknownTool } from './harness.ts'

const inWork = (path: string) => `${PLACES.work}/${path}`

/** Its plan is a table, changed with SQL. */
function planQuery(steps: readonly PlanStep[], isFirst: boolean): string {
  const words = { pending: 'pending', in_progress: 'in_progress', completed: 'done' }
  if (!isFirst) {
    return steps
      .map(({ status }, index) => `UPDATE todos SET status = '${words[status]}' WHERE id = 't${index + 1}';`)
      .join(' ')
  }
  const rows = steps.map(
    ({ text, status }, index) => `('t${index + 1}', '${text}', '${text}', '${words[status]}')`,
  )
  return `INSERT INTO todos (id, title, description, status) VALUES ${rows.join(', ')};`
}

const base = {
  package: '@github/copilot',
  version: '1.0.102',
  programs: [`@github/copilot-${platformOf()}/copilot`],
  keepsCache: true,
  tools: {
    shell: ({ command, about }) => ({
      name: 'bash',
      input: { command, description: about, mode: 'sync', initial_wait: 30 },
    }),
    read: ({ path }) => ({ name: 'view', input: { path: inWork(path) } }),
    write: ({ path, content }) => ({ name: 'create', input: { path: inWork(path), file_text: content } }),
    edit: ({ path, from, to }) => ({
      name: 'edit',
      input: { path: inWork(path), old_str: from, new_str: to },
    }),
    plan: ({ steps, isFirst }) => ({
      name: 'sql',
      input: { description: isFirst ? 'Insert todos' : 'Update todos', query: planQuery(steps, isFirst) },
    }),
    mcp: ({ name, text }) => ({ name: `demo-${name}`, input: { text } }),
    delegate: ({ task }) => ({
      name: 'task',
      input: {
        agent_type: 'general-purpose',
        name: 'count-files',
        description: 'Count the files',
        prompt: task,
        mode: 'sync',
      },
    }),
    unknown: unknownTool,
  },
  environment: () => ({
    ...QUIET,
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_BASE_URL: `${SERVER_URL}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: DUMMY_KEY,
    COPILOT_MODEL: 'gpt-5-mini',
  }),
  files: () => ({ '.copilot/config.json': { trusted_folders: [PLACES.work] } }),
} satisfies Partial<Harness>

/** GitHub Copilot CLI, `copilot -p`. */
export const copilot: Harness = {
  ...base,
  name: 'copilot',
  protocol: 'copilot-json',
  promptOn: 'argument',
  session: /"sessionId":"([^"]+)"/,
  args({ prompt, resumes, isDenied, uses }) {
    const args = ['-p', prompt, '--output-format', 'json', '--no-auto-update']
    args.push('--disable-client-telemetry', '--log-level', 'none')
    if (!isDenied) args.push('--allow-all')
    if (uses.has('mcp')) {
      const demo = { type: 'local', ...MCP_SERVER, tools: ['*'] }
      args.push('--additional-mcp-config', JSON.stringify({ mcpServers: { demo } }))
    }
    if (resumes !== null) args.push(`--resume=${resumes}`)
    return args
  },
}

/** GitHub Copilot CLI as an ACP agent, `copilot --acp`. */
export const copilotAcp: Harness = {
  ...base,
  name: 'copilot-acp',
  protocol: 'acp',
  promptOn: 'acp',
  session: /"sessionId":"([^"]+)"/,
  args: () => ['--acp', '--no-auto-update', '--disable-client-telemetry'],
}
