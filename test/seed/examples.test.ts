import { describe, expect, it } from 'vitest'
import { parseStreamLine } from '../../src/dialects/registry.ts'

/** The examples of the document that the product grew from, input and output to the letter. */
const EXAMPLES: readonly { name: string; protocol: string; input: string; output: unknown }[] = [
  {
    name: 'system init',
    protocol: 'claude-stream',
    input:
      '{"type":"system","subtype":"init","cwd":"/workspace/demo","session_id":"ef45799e-d353-4d47-9cab-edac253e5cb4","tools":["Task","Bash","Read"],"model":"claude-sonnet-5","permissionMode":"bypassPermissions"}',
    output: [
      {
        type: 'session.started',
        payload: {
          harness: 'claude-code',
          model: 'claude-sonnet-5',
          contextWindow: 1000000,
          cwd: '/workspace/demo',
          sessionId: 'ef45799e-d353-4d47-9cab-edac253e5cb4',
          tools: ['Task', 'Bash', 'Read'],
        },
      },
    ],
  },
  {
    name: 'tool call',
    protocol: 'claude-json',
    input:
      '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"toolu_01Su1gEqceMZJJCvrQCx71oT","name":"Bash","input":{"command":"cat README.md 2>/dev/null || ls"}}]}}',
    output: [
      {
        type: 'tool.call',
        payload: {
          callId: 'toolu_01Su1gEqceMZJJCvrQCx71oT',
          name: 'Bash',
          input: '{"command":"cat README.md 2>/dev/null || ls"}',
          truncated: false,
        },
      },
    ],
  },
  {
    name: 'tool result',
    protocol: 'claude-json',
    input:
      '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"toolu_01Su1gEqceMZJJCvrQCx71oT","is_error":false,"content":"# demo\\n\\nDépôt bac à sable"}]}}',
    output: [
      {
        type: 'tool.result',
        payload: {
          callId: 'toolu_01Su1gEqceMZJJCvrQCx71oT',
          isError: false,
          output: '# demo\n\nDépôt bac à sable',
          truncated: false,
        },
      },
    ],
  },
  {
    name: 'text and call usage',
    protocol: 'claude-json',
    input:
      '{"type":"assistant","message":{"model":"claude-opus-5","usage":{"input_tokens":4,"cache_creation_input_tokens":1183,"cache_read_input_tokens":41207,"output_tokens":126},"content":[{"type":"text","text":"C\'est poussé."}]}}',
    output: [
      { type: 'message', payload: { role: 'assistant', text: "C'est poussé.", truncated: false } },
      {
        type: 'usage',
        payload: {
          scope: 'call',
          model: 'claude-opus-5',
          inputTokens: 4,
          outputTokens: 126,
          cacheReadTokens: 41207,
          cacheCreationTokens: 1183,
          contextTokens: 42394,
        },
      },
    ],
  },
  {
    name: 'result',
    protocol: 'claude-stream',
    input:
      '{"type":"result","subtype":"success","result":"STREAM.md créé.","num_turns":4,"duration_ms":8807,"total_cost_usd":0.0667396,"usage":{"input_tokens":8,"output_tokens":456},"stop_reason":"end_turn"}',
    output: [
      {
        type: 'usage',
        payload: {
          scope: 'session',
          inputTokens: 8,
          outputTokens: 456,
          cacheReadTokens: null,
          cacheCreationTokens: null,
          costUsd: 0.0667396,
          turns: 4,
          durationMs: 8807,
        },
      },
      {
        type: 'session.ended',
        payload: { status: 'succeeded', stopReason: 'end_turn', summary: 'STREAM.md créé.' },
      },
    ],
  },
  {
    name: 'jsonl passthrough',
    protocol: 'jsonl',
    input: '{"type":"message","role":"assistant","text":"Done — tests pass."}',
    output: [{ type: 'message', payload: { role: 'assistant', text: 'Done — tests pass.' } }],
  },
]

describe('the examples of the seed document', () => {
  for (const { name, protocol, input, output } of EXAMPLES) {
    it(name, () => expect(parseStreamLine(protocol, input)).toStrictEqual(output))
  }

  it('TodoWrite: the call with its whole input, then the plan', () => {
    const input =
      '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"toolu_todo","name":"TodoWrite","input":{"todos":[{"content":"Lire le README","status":"completed"},{"content":"Écrire STREAM.md","status":"in_progress"}]}}]}}'
    const [call, plan, ...rest] = parseStreamLine('claude-json', input)
    const { input: text, ...others } = call?.payload ?? {}
    expect(call?.type).toBe('tool.call')
    expect(others).toStrictEqual({ callId: 'toolu_todo', name: 'TodoWrite', truncated: false })
    expect(JSON.parse(String(text))).toStrictEqual({
      todos: [
        { content: 'Lire le README', status: 'completed' },
        { content: 'Écrire STREAM.md', status: 'in_progress' },
      ],
    })
    expect(plan).toStrictEqual({
      type: 'plan',
      payload: {
        steps: [
          { text: 'Lire le README', status: 'completed' },
          { text: 'Écrire STREAM.md', status: 'in_progress' },
        ],
      },
    })
    expect(rest).toStrictEqual([])
  })

  it('an unknown or missing type of a jsonl line is raw, with its JSON', () => {
    for (const json of [{ type: 'future', x: 1 }, { x: 1 }]) {
      expect(parseStreamLine('jsonl', JSON.stringify(json))).toStrictEqual([
        { type: 'raw', payload: { json } },
      ])
    }
  })

  it('a blank line, a JSON array and null give nothing', () => {
    for (const line of ['', '  \t', '[1,2]', '[]', 'null']) {
      expect(parseStreamLine('claude-json', line)).toStrictEqual([])
    }
  })
})
