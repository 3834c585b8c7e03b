import { expect, it } from 'vitest'
import { toolKindOf } from './tool-kind.ts'

it.each([
  ['Read', 'read'],
  ['read_file', 'read'],
  ['MultiEdit', 'edit'],
  ['TodoWrite', 'plan'],
  ['TaskUpdate', 'plan'],
  ['Task', 'agent'],
  ['Agent', 'agent'],
  ['Bash', 'execute'],
  ['run_shell_command', 'execute'],
  ['Grep', 'search'],
  ['WebFetch', 'fetch'],
  ['mcp__demo__echo', 'mcp'],
  ['TaskStop', 'execute'],
  ['NotebookEdit', 'edit'],
  ['mcp_demo_echo', 'mcp'],
  ['invoke_agent', 'agent'],
  ['write_todos', 'plan'],
  ['ToolSearch', 'search'],
  ['AskUserQuestion', 'other'],
  ['Writer', 'other'],
  ['', 'other'],
  ['__proto__', 'other'],
  ['constructor', 'other'],
  [null, 'other'],
])('%s is %s', (name, kind) => expect(toolKindOf(name)).toBe(kind))
