import { describe, expect, it } from 'vitest'
import { event, toolCall, toolResult } from '../../test/fold-events.ts'
import { foldSession } from './session.ts'

describe('calls', () => {
  it('are open until their result, by run', () => {
    const state = foldSession([
      toolCall('item_0', 'Bash', {}, { run: '1', ts: 10 }),
      toolCall('item_0', 'Read', { parentCallId: 'p' }, { run: '2', ts: 20 }),
      toolResult('item_0', true, { run: '1', ts: 15 }),
    ])
    expect(state.openCalls).toEqual([
      { callId: 'item_0', run: '2', name: 'Read', kind: 'read', parentCallId: 'p', ts: 20 },
    ])
    expect(state.tools).toEqual([
      { name: 'Bash', kind: 'execute', calls: 1, failures: 1, totalMs: 5 },
      { name: 'Read', kind: 'read', calls: 1, failures: 0, totalMs: 0 },
    ])
  })

  it('took as long as their results state, else as long as their events lie apart', () => {
    const result = { callId: 'a', isError: false, output: null, truncated: false }
    const timed = (durationMs: unknown) =>
      foldSession([
        toolCall('a', 'Bash', {}, { ts: 10 }),
        event('tool.result', { ...result, durationMs }, { ts: 15 }),
      ]).tools[0]?.totalMs
    expect([timed(250), timed(undefined), timed('long'), timed(-1)]).toEqual([250, 5, 5, 5])
  })

  it('count once, whatever is said of them later', () => {
    const state = foldSession([
      toolCall('a', 'Bash'),
      toolCall('a', 'Bash'),
      toolResult('a'),
      toolCall('a', 'Bash', { merge: true }),
      toolResult('a', true),
    ])
    expect(state.openCalls).toEqual([])
    expect(state.tools).toMatchObject([{ name: 'Bash', calls: 1, failures: 0 }])
  })

  it('keep the kind that was stated when a later line only gives another name', () => {
    const [first, renamed] = [
      event('tool.call', { callId: 'a', name: 'Terminal', input: '{}', truncated: false, kind: 'execute' }),
      toolCall('a', 'ls -l', { merge: true }),
    ]
    expect(foldSession([first, renamed]).openCalls).toMatchObject([{ name: 'ls -l', kind: 'execute' }])
  })

  it('name the files of a patch', () => {
    const patchText =
      '*** Begin Patch\n*** Add File: notes/é.md\n+x\n*** Update File: a "b".py\n*** End Patch'
    const state = foldSession([toolCall('a', 'apply_patch', { input: JSON.stringify({ patchText }) })])
    expect(state.files.map(({ path }) => path)).toEqual(['notes/é.md', 'a "b".py'])
  })

  it('are refined: the use moves to the new name, files are read from the later input', () => {
    const state = foldSession([
      event('tool.call', { callId: 'a', name: null, input: null, truncated: false, kind: 'edit' }),
      toolCall('a', 'Edit', { merge: true, input: '{"file_path":"/x/\\u00e9.ts"}' }),
      event('tool.call', { callId: 'a', name: null, input: '{"file_path":"/other"}', merge: true }),
      toolResult('a', true),
    ])
    expect(state.tools.filter((use) => use.calls > 0)).toMatchObject([
      { name: 'Edit', calls: 1, failures: 1 },
    ])
    expect(state.files).toEqual([{ path: '/x/é.ts', reads: 0, edits: 1 }])
  })

  it('name their files: each once a call, and none out of a text that they write', () => {
    const written = JSON.stringify({ file_path: '/a.json', content: '{"path": "/not/a/file"}' })
    const changes = '{"changes":[{"path":"/b","kind":"add"},{"path":"/c","kind":"update"}]}'
    const state = foldSession([
      toolCall('1', 'Write', { input: written }),
      toolCall('2', 'Read', { input: '{"file_path":"/a.json"}' }),
      toolCall('3', 'file_change', { input: changes }),
      toolCall('4', 'Bash', { input: '{"path":"/nothing"}' }),
    ])
    expect(state.files).toEqual([
      { path: '/a.json', reads: 1, edits: 1 },
      { path: '/b', reads: 0, edits: 1 },
      { path: '/c', reads: 0, edits: 1 },
    ])
  })

  it('have the kind that the harness states, where it is one', () => {
    const kind = (stated: unknown): unknown =>
      foldSession([toolCall('a', 'Read', { kind: stated })]).openCalls[0]?.kind
    expect([kind('search'), kind('other'), kind('galaxy'), kind(5)]).toEqual([
      'search',
      'read',
      'read',
      'read',
    ])
  })
})
