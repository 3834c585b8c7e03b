import { expect, it } from 'vitest'
import { describeCall } from './call-summary.ts'

it.each([
  [
    'Bash',
    '{"command":"npm test","description":"Run the tests"}',
    ['execute', 'Run', 'npm test', 'Run the tests'],
  ],
  ['command_execution', '{"command":"/bin/bash -lc \'ls -la\'"}', ['execute', 'Run', 'ls -la', null]],
  ['shell', '{"command":["bash","-lc","ls"]}', ['execute', 'Run', 'ls', null]],
  ['Read', '{"file_path":"/a/b.ts"}', ['read', 'Read', '/a/b.ts', null]],
  ['Write', '{"file_path":"/a/b.ts","content":"x"}', ['edit', 'Write', '/a/b.ts', null]],
  ['Glob', '{"pattern":"**/*.ts"}', ['search', 'Find', '**/*.ts', null]],
  ['Grep', '{"pattern":"a\\nb"}', ['search', 'Search', 'a b', null]],
  ['Agent', '{"description":"Count","prompt":"…"}', ['agent', 'Agent', 'Count', null]],
  ['TodoWrite', '{"todos":[{"content":"a"},{"content":"b"}]}', ['plan', 'Plan', '2 steps', null]],
  ['mcp__demo__echo', '{"text":"hi"}', ['mcp', 'echo', 'hi', null]],
  ['Mystery', '{"n":1}', ['other', 'Mystery', '{"n":1}', null]],
  [null, null, ['other', 'Call', '', null]],
  ['file_change', '{"changes":[{"path":"/a.js"},{"path":"/b.js"}]}', ['edit', 'Edit', '/a.js, /b.js', null]],
  ['run_commands', '{"commands":["ls -1","pwd"]}', ['execute', 'Run', 'ls -1; pwd', null]],
  // A clipped input is no JSON any more.
  ['Write', '{"file_path":"/a/\\"b\\".ts","content":"xxxx', ['edit', 'Write', '/a/"b".ts', null]],
] as const)('%s %s', (name, input, [kind, verb, subject, why]) => {
  expect(describeCall(name, input)).toMatchObject({ kind, verb, subject, why })
})

it('names the server of an MCP tool, and takes a kind that the harness states', () => {
  expect(describeCall('mcp__demo__echo', '{}').server).toBe('demo')
  expect(describeCall('anything', '{"path":"/x"}', { kind: 'read' })).toMatchObject({
    kind: 'read',
    verb: 'Read',
    subject: '/x',
  })
})

it('takes the title that the harness states before a value that it does not know', () => {
  const stated = { kind: 'search', title: 'Search a + b in add.js' }
  expect(describeCall(null, '{"call_id":"c1","command":["bash","-lc","grep"]}', stated).subject).toBe(
    'a + b in add.js',
  )
  expect(describeCall(null, '{"pattern":"a"}', stated).subject).toBe('a')
  expect(describeCall(null, null, stated).subject).toBe('a + b in add.js')
})

it('takes the verb off a title only: a pattern may begin with the same word', () => {
  expect(describeCall('Grep', '{"pattern":"Search x"}').subject).toBe('Search x')
  expect(describeCall('Grep', '{}', { title: 'Search x' }).subject).toBe('x')
})

it.each(['WriteFile', 'write_file', 'WRITE_TO_FILE', 'createFile'])(
  'knows the writer %s in any spelling',
  (name) => {
    expect(describeCall(name, '{"path":"/a"}')).toMatchObject({ kind: 'edit', verb: 'Write' })
  },
)
