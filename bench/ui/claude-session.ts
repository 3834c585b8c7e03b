import type { Entry } from '../../test/browser/task-writer.ts'

const WORDS =
  'the parser reads each line once and keeps what it does not know so that nothing is lost when a harness changes its format between two versions of the same command line tool'.split(
    ' ',
  )
const CODE = `export function readLines(bytes: Uint8Array): string[] {
  const text = new TextDecoder().decode(bytes)
  return text.split('\\n').filter((line) => line !== '')
}`
const MODEL = 'claude-sonnet-4-6'
const SESSION = '6b510f8e-ac65-49a6-85e0-1e885f1ca2b0'
const FOLDER = '/workspace/project'

/** A block of a message, as Claude Code prints it. */
type Block = Record<string, unknown>

/**
 * Turns of a long session, without end and the same each time: a person's words, then what Claude Code prints: thinking,
 * prose in Markdown, commands, reads, searches and edits with their results, one of eight failing, and the result.
 */
export function* claudeTurns(seed: number = 12_345): Generator<Entry[]> {
  const random = randomNumbers(seed)
  const below = (most: number) => Math.floor(random() * most)
  const prose = (words: number) => Array.from({ length: words }, () => WORDS[below(WORDS.length)]).join(' ')
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => `${at + 1}  ${prose(6)}`).join('\n')
  const file = () =>
    `${FOLDER}/src/${WORDS[below(WORDS.length)]}/${WORDS[below(WORDS.length)]}-${below(90)}.ts`
  let count = 0

  const said = (block: Block) => {
    count++
    const usage = { input_tokens: 6, output_tokens: 3, cache_read_input_tokens: 11_834 + count }
    const id = `msg_${count.toString(36).padStart(12, '0')}`
    const message = { id, type: 'message', role: 'assistant', model: MODEL, content: [block], usage }
    return JSON.stringify({ type: 'assistant', message, parent_tool_use_id: null, session_id: SESSION })
  }
  const answered = (id: string, content: string, isError = false) => {
    const block = { tool_use_id: id, type: 'tool_result', content, is_error: isError }
    const message = { role: 'user', content: [block] }
    return JSON.stringify({ type: 'user', message, parent_tool_use_id: null, session_id: SESSION })
  }
  const call = (): string[] => {
    const id = `toolu_${(++count).toString(36).padStart(12, '0')}`
    const use = (name: string, input: Block) => said({ type: 'tool_use', id, name, input })
    switch (below(4)) {
      case 0: {
        const fails = below(2) === 0
        const output = fails ? `Exit code 1\n${lines(4)}` : lines(3 + below(30))
        return [
          use('Bash', { command: `npm test -- ${prose(2)}`, description: prose(4) }),
          answered(id, output, fails),
        ]
      }
      case 1:
        return [use('Read', { file_path: file() }), answered(id, lines(20 + below(60)))]
      case 2:
        return [use('Grep', { pattern: prose(1), path: `${FOLDER}/src` }), answered(id, lines(1 + below(12)))]
      default: {
        const [before, after] = [lines(2 + below(4)), lines(2 + below(6))]
        return [
          use('Edit', { file_path: file(), old_string: before, new_string: after }),
          answered(id, 'The file has been updated successfully.'),
        ]
      }
    }
  }

  for (let turn = 1; ; turn++) {
    const entries: Entry[] = [
      { type: 'message', payload: { role: 'user', text: `Turn ${turn}: ${prose(12)}.`, truncated: false } },
      JSON.stringify({ type: 'system', subtype: 'init', cwd: FOLDER, session_id: SESSION, model: MODEL }),
    ]
    for (let step = 6 + below(8); step > 0; step--) {
      if (below(3) === 0) entries.push(said({ type: 'thinking', thinking: prose(40 + below(60)) }))
      if (below(2) === 0) entries.push(said({ type: 'text', text: `${prose(20)}.` }))
      entries.push(...call())
    }
    const text = `## Done\n\n${prose(30)}.\n\n- \`${prose(1)}\`: ${prose(6)}\n- ${prose(8)}\n\n\`\`\`ts\n${CODE}\n\`\`\``
    const result = { subtype: 'success', is_error: false, num_turns: 9, result: text, session_id: SESSION }
    entries.push(said({ type: 'text', text }), JSON.stringify({ type: 'result', ...result }))
    yield entries
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}
