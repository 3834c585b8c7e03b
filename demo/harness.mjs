/**
 * A stand-in for an agent CLI: reads the prompt on stdin and prints a session of Claude Code 2.1.332 that was recorded
 * for real, line by line, with the pauses it really had. `--speed 3` is three times as fast; `--gallery NAME` prints one
 * of the sessions in `gallery/` instead, of which the pauses are not known.
 */
import { readFileSync } from 'node:fs'
import { stdin, stdout } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'

/** The CLI's own start took longer than anybody wants to look at an empty page. */
const LONGEST_PAUSE_MS = 3_000
const FIRST_PAUSE_MS = 600
const GALLERY_PAUSE_MS = 20

const option = (name) => {
  const at = process.argv.indexOf(name)
  return at === -1 ? null : process.argv[at + 1]
}
const speed = Number(option('--speed') ?? 1)
if (!(speed > 0)) {
  console.error('harness.mjs: --speed wants a number over 0')
  process.exit(2)
}
const gallery = option('--gallery')

for await (const _part of stdin) {
  // The prompt is read to its end, as a CLI does before it starts to work.
}

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8')
const lines = read(gallery === null ? 'session.jsonl' : `gallery/${gallery}.jsonl`)
  .trimEnd()
  .split('\n')
const lineMs = gallery === null ? JSON.parse(read('session.meta.json')).lineMs : null
for (const [index, line] of lines.entries()) {
  const firstMs = index === 0 ? FIRST_PAUSE_MS : 0
  const pauseMs = lineMs === null ? GALLERY_PAUSE_MS : firstMs || lineMs[index] - lineMs[index - 1]
  await delay(Math.min(pauseMs, LONGEST_PAUSE_MS) / speed)
  // The lines state when they were printed: that is now.
  stdout.write(`${line.replace(/"timestamp":"[^"]*"/, `"timestamp":"${new Date().toISOString()}"`)}\n`)
}
