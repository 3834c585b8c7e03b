/** Where things are inside the namespace: neutral names, the same in every recording. */
export const PLACES: Readonly<Record<'home' | 'work' | 'agent' | 'lab' | 'out' | 'node', string>> = {
  home: '/home/dev',
  work: '/workspace/demo',
  agent: '/opt/agent',
  lab: '/opt/lab',
  out: '/opt/out',
  node: '/opt/node/bin/node',
}

/** The port of the model server inside the namespace. */
export const PORT = 8765

/** The model server as the CLIs know it. */
export const SERVER_URL: string = `http://127.0.0.1:${PORT}`

/** A key that opens nothing. */
export const DUMMY_KEY = 'sk-dummy-lab'

/** How a CLI starts the demo MCP server. */
export const MCP_SERVER: { command: string; args: string[] } = {
  command: PLACES.node,
  args: [`${PLACES.lab}/mcp-server.mjs`],
}

/** The line that the edit scenarios change, whole, for some patch formats know only whole lines. */
export const BROKEN_LINE = 'export const add = (a, b) => a - b;'

/** What they make of it. */
export const FIXED_LINE = 'export const add = (a, b) => a + b;'

/** The files of the working folder when a scenario starts. */
export const WORK_FILES: Readonly<Record<string, string>> = {
  'README.md': '# demo\n\nDépôt bac à sable\n',
  'src/add.js': `${BROKEN_LINE}\n`,
}
