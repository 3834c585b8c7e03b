import { text as readAll } from 'node:stream/consumers'

const PATIENCE_MS = 2_000

/** The prompt: what `--prompt` says, else what is piped in. On a terminal nothing is waited for: it is empty then. */
export async function readPrompt(given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  if (process.stdin.isTTY) return ''
  const hint = setTimeout(() => {
    process.stderr.write('Reading the prompt from stdin until it ends. Give it with --prompt TEXT instead.\n')
  }, PATIENCE_MS)
  try {
    return await readAll(process.stdin)
  } finally {
    clearTimeout(hint)
  }
}
