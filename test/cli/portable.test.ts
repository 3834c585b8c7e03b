import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cli, makeHome, ROOT } from './cli.ts'

const RECORDED = join(ROOT, 'fixtures/recordings/claude/2.1.332/demo-fix-bug.jsonl')

it('a task goes from one home to another as a file, and old ones are pruned', async () => {
  const [here, there] = [await makeHome(), await makeHome()]
  const command = ['--', '/bin/sh', '-c', `cat '${RECORDED}'`]
  await cli(['run', '--protocol', 'claude-json', '--prompt', 'Fix it\u2028now', ...command], { home: here })
  const [{ id }] = JSON.parse((await cli(['list', '--json'], { home: here })).stdout)
  const file = join(here, 'task.jsonl')
  expect((await cli(['export', id, '--out', file], { home: here })).code).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await cli(['export', id, '--out', file], { home: here })).stderr).toContain('is there already')
  expect((await cli(['import', file], { home: there })).stdout).toMatch(/^agent-stream show \S+\n$/)
  const [before, after] = [await cli(['show', id], { home: here }), await cli(['show', id], { home: there })]
  expect(after.stdout).toBe(before.stdout)
  const piped = await cli(['import', '-', '--json'], {
    home: there,
    input: (await cli(['export', id], { home: here })).stdout,
  })
  expect(JSON.parse(piped.stdout)).toEqual({ task: id, isNew: false })

  expect((await cli(['prune'], { home: here })).code).toBe(2)
  expect((await cli(['prune', '--older-than', 'soon'], { home: here })).code).toBe(2)
  expect((await cli(['prune', '--spools', '--dry-run'], { home: here })).stdout).toMatch(
    /^Would remove 0 tasks and 1 spool/,
  )
  expect((await cli(['prune', '--spools', '--older-than', '1d'], { home: here })).stdout).toMatch(
    /^Removed 0 tasks and 1 spool/,
  )
  expect((await cli(['show', id], { home: here })).stdout).toBe(before.stdout)
  expect(existsSync(file)).toBe(true)
})
