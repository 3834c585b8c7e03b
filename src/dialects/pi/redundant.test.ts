import { describe, expect, it } from 'vitest'
import { readRecordings } from '../../../test/recordings.ts'
import type { JsonObject } from '../../core/events.ts'
import { arr, obj, objects, str } from '../../core/read.ts'
import { kindOf, kinds } from './translate.ts'

/** Every recording but the one that is prose. */
const RECORDINGS = readRecordings('pi')
  .filter(({ scenario }) => scenario !== 'no-json')
  .map(({ version, scenario, lines, exitCode, signal }) => ({
    name: `${version} ${scenario}`,
    wasKilled: signal !== null || exitCode === 143,
    lines: lines.map((line) => JSON.parse(line) as JsonObject),
  }))

type Lines = readonly JsonObject[]
const ofType = (lines: Lines, type: string) => lines.filter((line) => line.type === type)
const messagesOf = (lines: Lines) => ofType(lines, 'message_end').map((line) => obj(line.message))

/** Checks something on every recording, and that there was something to check. */
function onEvery(check: (lines: Lines, name: string, wasKilled: boolean) => number): void {
  const checked = RECORDINGS.map(({ lines, name, wasKilled }) => check(lines, name, wasKilled))
  expect(checked.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
}

describe('redundant kinds of pi: what they say is found in other lines', () => {
  it('all that were recorded are looked at here', () => {
    const seen = RECORDINGS.flatMap(({ lines }) => lines.map((line) => kindOf(line) ?? ''))
    const redundant = [...new Set(seen)].filter((kind) => kinds[kind]?.as === 'redundant')
    expect(redundant.map((kind) => kind.replace(/^message_update\/.*/, 'message_update')).toSorted()).toEqual(
      [
        'agent_end/retry',
        'agent_settled',
        'agent_start',
        'message_end/toolResult',
        'message_start',
        ...Array(9).fill('message_update'),
        'response/prompt',
        'tool_execution_update',
        'turn_end',
        'turn_start',
      ].toSorted(),
    )
  })

  it('agent_start, turn_start, agent_settled: nothing but their kind', () => {
    onEvery((lines, name) => {
      const found = ['agent_start', 'turn_start', 'agent_settled'].flatMap((type) => ofType(lines, type))
      for (const { type: _type, aborted, ...rest } of found) {
        expect([aborted ?? false, rest], name).toEqual([false, {}])
      }
      return found.length
    })
  })

  it('message_start: its message ends, the same or grown', () => {
    onEvery((lines, name) => {
      const starts = ofType(lines, 'message_start').map((line) => obj(line.message))
      const ends = messagesOf(lines)
      expect(ends.length, name).toBe(starts.length)
      for (const [index, start] of starts.entries()) {
        if (start?.role === 'assistant') expect(ends[index], name).toMatchObject({ role: 'assistant' })
        else expect(ends[index], name).toEqual(start)
      }
      return starts.length
    })
  })

  it('message_update: its pieces, joined, are the blocks of the message that ends', () => {
    onEvery((lines, name) => {
      let checked = 0
      let pieces: string[] = []
      for (const line of lines) {
        const update = obj(line.assistantMessageEvent)
        if (line.type === 'message_start') pieces = []
        const at = Number(update?.contentIndex)
        if (typeof update?.delta === 'string') pieces[at] = (pieces[at] ?? '') + update.delta
        const message = obj(line.message)
        if (line.type !== 'message_end' || message?.role !== 'assistant') continue
        for (const [index, block] of objects(message.content).entries()) {
          const whole =
            block.type === 'toolCall' ? JSON.stringify(block.arguments) : (block.text ?? block.thinking)
          expect(pieces[index], name).toBe(whole)
          checked++
        }
      }
      return checked
    })
  })

  it('toolResult messages: tool_execution_end has the same result', () => {
    onEvery((lines, name) => {
      const results = messagesOf(lines).filter((message) => message?.role === 'toolResult')
      for (const message of results) {
        const end = ofType(lines, 'tool_execution_end').find(
          (line) => line.toolCallId === message?.toolCallId,
        )
        expect(end?.isError, name).toBe(message?.isError)
        expect(obj(end?.result)?.content, name).toEqual(message?.content)
      }
      return results.length
    })
  })

  it('calls in messages: each is told by a tool_execution_start', () => {
    onEvery((lines, name) => {
      const starts = ofType(lines, 'tool_execution_start')
      const calls = messagesOf(lines).flatMap((message) =>
        objects(message?.content).filter((block) => block.type === 'toolCall'),
      )
      for (const call of calls) {
        const { toolName, args } = starts.find((line) => line.toolCallId === call.id) ?? {}
        expect({ toolName, args }, name).toEqual({ toolName: call.name, args: call.arguments })
      }
      return calls.length
    })
  })

  it('tool_execution_update: the end begins with the output so far, unless the run was killed', () => {
    onEvery((lines, name, wasKilled) => {
      if (wasKilled) return 0
      const updates = ofType(lines, 'tool_execution_update')
      for (const update of updates) {
        const end = ofType(lines, 'tool_execution_end').find((line) => line.toolCallId === update.toolCallId)
        const soFar = str(objects(obj(update.partialResult)?.content)[0]?.text) ?? ''
        expect(str(objects(obj(end?.result)?.content)[0]?.text), name).toContain(soFar)
      }
      return updates.length
    })
  })

  it('turn_end, and agent_end before a retry: repeat messages', () => {
    onEvery((lines, name) => {
      const messages = messagesOf(lines)
      const turns = ofType(lines, 'turn_end').flatMap((line) => [line.message, ...arr(line.toolResults)])
      const runs = lines.filter((line) => kindOf(line) === 'agent_end/retry')
      const repeated = [...turns, ...runs.flatMap((line) => arr(line.messages))]
      for (const message of repeated) expect(messages, name).toContainEqual(message)
      return repeated.length
    })
  })

  it('a response to prompt: only that it was taken', () => {
    onEvery((lines) => {
      const answers = ofType(lines, 'response').filter((line) => line.command === 'prompt')
      for (const answer of answers) expect(answer.data).toEqual({ disposition: 'started' })
      return answers.length
    })
  })
})
