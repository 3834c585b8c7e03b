import { expect, it } from 'vitest'
import { applyProtocol, applyResume, isInteractive, protocolOfCommand } from '../registry.ts'

it('agents are told to speak the protocol, once', () => {
  const apply = (command: string) => applyProtocol(command, 'acp')
  expect(apply('gemini')).toBe('gemini --acp')
  expect(apply('gemini --acp -m x')).toBe('gemini --acp -m x')
  expect(apply('gemini --experimental-acp')).toBe('gemini --experimental-acp')
  expect(apply('npx @google/gemini-cli@0.61.0')).toBe('npx @google/gemini-cli@0.61.0 --acp')
  expect(apply('cd demo && qwen -m x; echo done')).toBe('cd demo && qwen -m x --acp; echo done')
  expect(apply('kimi')).toBe('kimi acp')
  expect(apply('kimi acp')).toBe('kimi acp')
  expect(apply('opencode --print-logs')).toBe('opencode acp --print-logs')
  expect(apply('claude-agent-acp')).toBe('claude-agent-acp')
  expect(apply('./my-agent')).toBe('./my-agent')
  expect(applyProtocol(['copilot', '--allow-all'], 'acp')).toEqual(['copilot', '--allow-all', '--acp'])
})

it('a program that speaks nothing else is known by its name, and a session goes on by a message', () => {
  expect(protocolOfCommand('codex-acp')).toBe('acp')
  expect(protocolOfCommand(['npx', '@agentclientprotocol/claude-agent-acp'])).toBe('acp')
  expect(applyResume('gemini --acp', 'acp', 'x')).toBeNull()
  expect(isInteractive('acp')).toBe(true)
})
