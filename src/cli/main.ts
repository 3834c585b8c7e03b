#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { exitCodeOf } from './problem.ts'
import { packageVersion } from './version.ts'

/** Whoever reads our stdout went away, e.g. `| head`, or the terminal was closed. */
const READER_IS_GONE: ReadonlySet<unknown> = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'])

let isVerbose = false

const program = new Command('agent-stream')
  .description(
    'The flight recorder for coding agents: run any agent CLI, keep what it prints, read it for years.',
  )
  .version(packageVersion())
  .option('--verbose', 'show where an error came from')
  .on('option:verbose', () => {
    isVerbose = true
  })
  .enablePositionalOptions()
  .exitOverride()
  .showSuggestionAfterError()
  .addHelpText(
    'after',
    '\nData is kept in $AGENT_STREAM_HOME, else in the folder that the platform has for it.',
  )

let outlivesItsReader = false

/** A command with the options that each of them has. Its code is loaded when it runs. */
function addCommand(name: string, description: string, jsonMeans: string): Command {
  return program
    .command(name)
    .description(description)
    .option('--json', jsonMeans)
    .option('--verbose', 'show where an error came from')
    .on('option:verbose', () => {
      isVerbose = true
    })
    .showHelpAfterError(`See: agent-stream ${name} --help`)
}

addCommand(
  'run',
  'run a harness, record it and print it live; exits as the harness does',
  'print events, one JSON a line',
)
  .argument('[command...]', 'the program and its arguments, after --')
  .option('--protocol <name>', 'how to read its stdout; found by the program, else by its first lines')
  .option('--title <text>', 'title of the task')
  .option('--prompt <text>', 'what the harness reads on stdin (else what is piped in)')
  .option('--cwd <folder>', 'working folder of the harness')
  .option('--time-limit <seconds>', 'stop the harness after this time')
  .option('--spool-limit <megabytes>', 'stop the harness when it has printed more')
  .option('--keep-open', 'keep an interactive harness open after its turn, for replies')
  .option('--wait-background <seconds>', 'so long is background work waited for after a turn')
  .option('--permissions <policy>', 'who answers when the harness asks: ask (a person), allow, deny')
  .option('--auth-method <id>', 'how an ACP agent is logged in to; found by its keys when not given')
  .option('--file <path...>', 'files that go with the prompt')
  .option('--detach', 'start it, print its task and leave it running')
  .option('--raw', 'show events that nobody mapped')
  .passThroughOptions()
  .addHelpText(
    'after',
    '\nCtrl-C interrupts the harness, twice stops it. When the terminal is closed it goes on.\n\nExample: agent-stream run --prompt "Fix the failing test" -- claude -p',
  )
  .action(async (command: string[], options) => {
    // The recording goes on when nobody looks any more.
    outlivesItsReader = true
    const { runCommand } = await import('./commands/run.ts')
    process.exitCode = await runCommand(command, options)
  })

addCommand(
  'reply',
  'say the next words in a task: to its interactive harness, or to a new run that resumes its session',
  'print events, one JSON a line',
)
  .argument('<task>', 'id of the task, or the start of it')
  .argument('[words...]', 'what to say (else what is piped in)')
  .option('--file <path...>', 'files that go with the words')
  .option('--detach', 'do not wait for what comes of it')
  .option('--raw', 'show events that nobody mapped')
  .action(async (task: string, words: string[], options) => {
    const { replyCommand } = await import('./commands/reply.ts')
    await replyCommand(task, words, options)
  })

addCommand('interrupt', 'interrupt the turn of a task; an interactive session goes on', 'print what was done')
  .argument('<task>', 'id of the task, or the start of it')
  .action(async (task: string, options) => {
    const { interruptCommand } = await import('./commands/steer.ts')
    await interruptCommand(task, options)
  })

addCommand('stop', 'stop the run of a task', 'print what was done')
  .argument('<task>', 'id of the task, or the start of it')
  .action(async (task: string, options) => {
    const { stopCommand } = await import('./commands/steer.ts')
    await stopCommand(task, options)
  })

addCommand('answer', 'answer what a task asks; shows the question when no answer is given', 'print as JSON')
  .argument('<task>', 'id of the task, or the start of it')
  .argument('[option]', 'id of an option that the request offers, e.g. allow')
  .option('--request <id>', 'which request, where several are open')
  .option('--text <words>', 'words that go with it')
  .action(async (task: string, option: string | undefined, options) => {
    const { answerCommand } = await import('./commands/answer.ts')
    await answerCommand(task, option, options)
  })

addCommand(
  'follow',
  'record a stream that another program writes, and print it live',
  'print events, one JSON a line',
)
  .argument('<file>', 'the file that it writes its stdout to, which may not be there yet; - for stdin')
  .option('--protocol <name>', 'how to read it; found by the first lines when not given')
  .option('--title <text>', 'title of the task')
  .option('--raw', 'show events that nobody mapped')
  .addHelpText(
    'after',
    '\nCtrl-C ends the recording, not the program. A file that is rotated or cut short is followed on.',
  )
  .action(async (file: string, options) => {
    const { followCommand } = await import('./commands/follow.ts')
    await followCommand(file, options)
  })

addCommand('parse', 'lines in, events out, one JSON a line', 'the default')
  .argument('[file]', 'a file with the stdout of a harness; stdin when not given, or -')
  .option('--protocol <name>', 'how to read the lines; found by the first lines when not given')
  .option('--whole', 'do not clip texts')
  .action(async (file: string | undefined, options) => {
    const { parseCommand } = await import('./commands/parse.ts')
    await parseCommand(file, options)
  })

addCommand(
  'serve',
  'serve the page and the API; prints the address as the first line',
  'print the address as JSON',
)
  .option('--port <number>', 'port, 0 for any free one (default: 4788, or a free one when that is taken)')
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--allow-host <name...>', 'further names by which the server may be called')
  .option('--require-token', 'reading needs the token of the printed address too')
  .option('--demo', 'show a recorded session growing, in a store of its own')
  .action(async (options) => {
    const { serveCommand } = await import('./commands/serve.ts')
    await serveCommand(options)
  })

addCommand('list', 'the newest tasks', 'print an array of tasks')
  .option('--limit <number>', 'how many', '20')
  .option('--status <status>', 'only tasks in this status')
  .action(async (options) => {
    const { listCommand } = await import('./commands/list.ts')
    await listCommand(options)
  })

addCommand('show', 'the history of a task', 'print events, one JSON a line')
  .argument('<task>', 'id of the task, or the start of it')
  .option('--follow', 'wait for what is still to come')
  .option('--raw', 'show events that nobody mapped')
  .action(async (task: string, options) => {
    const { showCommand } = await import('./commands/show.ts')
    await showCommand(task, options)
  })

addCommand('export', 'write a task as one portable file, its lines to the letter', 'the default')
  .argument('<task>', 'id of the task, or the start of it')
  .option('--format <name>', 'jsonl', 'jsonl')
  .option('--out <file>', 'where to, stdout unless said')
  .action(async (task: string, options) => {
    const { exportCommand } = await import('./commands/portable.ts')
    await exportCommand(task, options)
  })

addCommand(
  'import',
  'take tasks that export wrote into the store',
  'print what was imported, one JSON a line',
)
  .argument('<files...>', 'exported files, - for stdin')
  .action(async (files: string[], options) => {
    const { importCommand } = await import('./commands/portable.ts')
    await importCommand(files, options)
  })

addCommand(
  'prune',
  'remove old tasks, and spools whose every byte is in the store',
  'print what went as JSON',
)
  .option('--older-than <age>', 'tasks whose last line is older, e.g. 12h, 30d, 4w')
  .option('--spools', 'the spools of stdout that the store holds to the last byte')
  .option('--dry-run', 'only say what would go')
  .action(async (options) => {
    const { pruneCommand } = await import('./commands/prune.ts')
    await pruneCommand(options)
  })

addCommand(
  'doctor',
  'what a stream is, what of it is unmapped, which kinds it never showed',
  'print the report as JSON',
)
  .argument('<file>', 'a file with the stdout of a harness, - for stdin')
  .option('--protocol <name>', 'how to read the lines; found by the first lines when not given')
  .action(async (file: string, options) => {
    const { doctorCommand } = await import('./commands/doctor.ts')
    await doctorCommand(file, options)
  })

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!READER_IS_GONE.has(error.code)) throw error
    if (!outlivesItsReader) process.exit(0)
  })
}

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = await explain(error)
}

/** Says what went wrong, where commander has not said it already; gives the exit code. */
async function explain(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const { sanitizeText } = await import('./render/terminal-text.ts')
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`agent-stream: ${sanitizeText(message)}\n`)
  if (isVerbose && error instanceof Error) process.stderr.write(`${sanitizeText(error.stack ?? '')}\n`)
  return exitCodeOf(error)
}
