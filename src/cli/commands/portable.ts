import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportTask, importTask } from '../../recorder/index.ts'
import { findTask, shortenId, withStore } from '../home.ts'
import { writeTo } from '../output.ts'
import { CliProblem } from '../problem.ts'
import { readLines } from '../read-lines.ts'
import { jsonLine } from '../render/terminal-text.ts'

/** What `export` was told. */
export type ExportOptions = { format: string; out?: string; json?: boolean }

/** Writes a task as one portable file: a header line, then its lines to the letter. */
export async function exportCommand(prefix: string, { format, out }: ExportOptions): Promise<void> {
  if (format !== 'jsonl')
    throw new CliProblem(`There is no format ${JSON.stringify(format)} yet. Use jsonl.`, 2)
  await withStore(async (store) => {
    const { id } = await findTask(store, prefix)
    if (out === undefined) {
      for await (const line of exportTask(store, id)) await writeTo(process.stdout, line)
      return
    }
    // A file that is there already is somebody's: it is not overwritten.
    const file = createWriteStream(out, { flags: 'wx', mode: 0o600 })
    await pipeline(Readable.from(exportTask(store, id)), file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      throw new CliProblem(`${out} is there already. Give another name, or remove it first.`)
    })
  })
}

/** Takes tasks that `export` wrote into the store. */
export async function importCommand(
  files: readonly string[],
  { json = false }: { json?: boolean },
): Promise<void> {
  await withStore(async (store) => {
    for (const file of files) {
      const { taskId, isNew } = await importTask(store, linesOf(file))
      const said = json
        ? jsonLine({ task: taskId, isNew })
        : `agent-stream show ${await shortenId(store, taskId)}${isNew ? '' : '   (was here already)'}`
      await writeTo(process.stdout, `${said}\n`)
    }
  })
}

async function* linesOf(file: string): AsyncGenerator<string> {
  for await (const lines of readLines(file)) for (const { text } of lines) yield text
}
