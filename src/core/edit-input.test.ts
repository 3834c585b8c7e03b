import { describe, expect, it } from 'vitest'
import { readEdits } from './edit-input.ts'

const edits = (input: unknown) => readEdits(JSON.stringify(input))

describe('the changes in the input of an edit', () => {
  it('are read under the names that harnesses give to the two sides', () => {
    const expected = [{ path: 'a.js', before: 'a - b', after: 'a + b' }]
    expect(edits({ file_path: 'a.js', old_string: 'a - b', new_string: 'a + b' })).toEqual(expected)
    expect(edits({ filePath: 'a.js', oldString: 'a - b', newString: 'a + b' })).toEqual(expected)
    expect(edits({ path: 'a.js', old_str: 'a - b', new_str: 'a + b' })).toEqual(expected)
    expect(edits({ path: 'a.js', old_text: 'a - b', new_text: 'a + b' })).toEqual(expected)
    expect(edits({ path: 'a.js', edits: [{ oldText: 'a - b', newText: 'a + b' }] })).toEqual(expected)
  })

  it('are a whole file where it is written anew', () => {
    expect(edits({ file_path: 'n.md', content: '# Note\n' })).toEqual([
      { path: 'n.md', before: null, after: '# Note\n' },
    ])
    expect(edits({ path: 'n.md', oldText: null, newText: '# Note\n' })).toEqual([
      { path: 'n.md', before: null, after: '# Note\n' },
    ])
  })

  it('are read from a patch, in the form of apply_patch and unified', () => {
    const patchText = [
      '*** Begin Patch',
      '*** Add File: notes/todo.md',
      '+# Todo',
      '*** Update File: hello.py',
      '@@',
      ' def greet(name):',
      '-    return "Hello " + name',
      '+    return f"Hello, {name}!"',
      '*** End Patch',
    ].join('\n')
    expect(edits({ patchText })).toEqual([
      { path: 'notes/todo.md', before: null, after: '# Todo\n' },
      {
        path: 'hello.py',
        before: 'def greet(name):\n    return "Hello " + name\n',
        after: 'def greet(name):\n    return f"Hello, {name}!"\n',
      },
    ])
    const diff = '--- a/hello.py\n+++ b/hello.py\n@@ -1,2 +1,2 @@\n one\n-two\n+zwei\n'
    expect(edits({ changes: [{ path: 'hello.py', diff }] })).toEqual([
      { path: 'hello.py', before: 'one\ntwo\n', after: 'one\nzwei\n' },
    ])
  })

  it('take a removed comment of two dashes for what it is', () => {
    const diff = '--- a.sql\n+++ a.sql\n@@ -1 +1 @@\n--- old\n+-- new\n'
    expect(edits({ diff })).toEqual([{ path: 'a.sql', before: '-- old\n', after: '-- new\n' }])
  })

  it('are none where the input is cut, or tells none', () => {
    expect(readEdits(null)).toEqual([])
    expect(readEdits('{"content":"cut')).toEqual([])
    expect(edits({ changes: [{ path: 'a', kind: 'update' }] })).toEqual([])
    expect(edits({ path: 'a', input: 'not a patch' })).toEqual([])
  })
})
