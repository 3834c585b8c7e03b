import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRecording } from '../../test/recordings.ts'
import { checkFolder, describeFindings } from './report.ts'

const { lines } = readRecording('claude', '2.1.332', 'text-plain')
const SERVED = { texts: ['Bonjour !'], usage: [11, 51, 10_000, 100] }

type Meta = { served?: object; helper?: object; exitCode?: number }

/** A folder as the drift lab writes it. */
function folderOf(scenarios: Record<string, { lines?: string[]; meta?: Meta }>): string {
  const root = mkdtempSync(join(tmpdir(), 'recordings-'))
  const folder = join(root, 'claude', '9.9.9')
  mkdirSync(folder, { recursive: true })
  for (const [name, scenario] of Object.entries(scenarios)) {
    writeFileSync(join(folder, `${name}.jsonl`), `${(scenario.lines ?? lines).join('\n')}\n`)
    const meta = { protocol: 'claude-json', args: [], exitCode: 0, served: SERVED, ...scenario.meta }
    writeFileSync(join(folder, `${name}.meta.json`), JSON.stringify(meta))
  }
  return root
}

function problemsIn(scenarios: Parameters<typeof folderOf>[0]): string[] {
  return checkFolder(folderOf(scenarios)).flatMap(({ problems }) =>
    problems.map(({ what, line }) => (line === null ? what : `${what} in line ${line}`)),
  )
}

describe('the check of recordings', () => {
  it('compares with what the meta says was served', () => {
    const findings = checkFolder(folderOf({ plain: {} }))
    expect(findings).toMatchObject([{ status: 'succeeded', texts: 'exact', usage: 'exact', problems: [] }])
  })

  it('takes totals with or without what went to subagents', () => {
    const served = { texts: ['Bonjour !', 'Two.'], usage: [12, 53, 10_003, 104] }
    const helper = { texts: ['Two.'], usage: [1, 2, 3, 4] }
    expect(problemsIn({ plain: { meta: { served, helper } } })).toEqual([])
    expect(problemsIn({ plain: { meta: { served } } })).toEqual(['text', 'usage'])
  })

  it('finds lines that are not listed, no JSON, or read in part', () => {
    const unread = '{"type":"assistant","message":{"content":[{"type":"weather"}]},"session_id":"x"}'
    const wrong = ['{"type":"weather"}', '{"type":', unread]
    expect(problemsIn({ plain: { lines: [...wrong, ...lines] } })).toEqual([
      'not-listed in line 1',
      'not-json in line 2',
      'unread in line 3',
    ])
  })

  it('finds a result without a call, and an end that is not what happened', () => {
    const result = {
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }] },
    }
    expect(problemsIn({ plain: { lines: [JSON.stringify(result), ...lines] } })).toEqual(['unpaired'])
    expect(problemsIn({ error: {} })).toEqual(['end'])
  })

  it('prints a row per harness and version, and the file, line and reason of problems', () => {
    const root = folderOf({ plain: {}, torn: { lines: ['{"type":', ...lines] } })
    const report = describeFindings(root, checkFolder(root)).split('\n')
    expect(report).toHaveLength(4)
    expect(report[2]).toMatch(/^\| claude {2}\| 9\.9\.9 {3}\| claude-json \| +2 \|/)
    const file = join(root, 'claude', '9.9.9', 'torn.jsonl')
    expect(report[3]).toBe(`FAIL ${file}:1 (not-json) is no JSON object: {"type":`)
  })
})
