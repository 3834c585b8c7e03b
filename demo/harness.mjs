/**
 * A stand-in for an agent CLI: reads the prompt on stdin and prints a session of Claude Code 2.1.332 that was recorded
 * for real, line by line, with the pauses it really had. `--speed 3` is three times as fast.
 */
import { readFileSync } from 'node:fs'
import { stdin, stdout } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'

/** The CLI's own start took longer than anybody wants to look at an empty page. */
const LONGEST_PAUSE_MS = 3_000
const FIRST_PAUSE_MS = 600

const at = process.argv.indexOf('--speed')
const speed = at === -1 ? 1 : Number(process.argv[at + 1])
if (!(speed > 0)) {
  console.error('harness.mjs: --speed wants a number over 0')
  process.exit(2)
}

for await (const _part of stdin) {
  // The prompt is read to its end, as a CLI does before it starts to work.
}

const folder = new URL('.', import.meta.url)
const { lineMs } = JSON.parse(readFileSync(new URL('session.meta.json', folder), 'utf8'))
const lines = readFileSync(new URL('session.jsonl', folder), 'utf8').trimEnd().split('\n')
for (const [index, line] of lines.entries()) {
  const pause = index === 0 ? FIRST_PAUSE_MS : Math.min(lineMs[index] - lineMs[index - 1], LONGEST_PAUSE_MS)
  await delay(pause / speed)
  // The lines state when they were printed: that is now.
  stdout.write(`${line.replace(/"timestamp":"[^"]*"/, `"timestamp":"${new Date().toISOString()}"`)}\n`)
}
