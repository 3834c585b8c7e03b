#!/usr/bin/env node
import { Command, CommanderError, Option } from 'commander'
import { exitCodeOf } from './problem.ts'
import { packageVersion } from './version.ts'

const program = new Command('agent-stream')
  .description(
    'The flight recorder for coding agents: run any agent CLI, keep what it prints, read it for years.',
  )
  .version(packageVersion())
  .option('--verbose', 'show where an error came from')
  .enablePositionalOptions()
  .showHelpAfterError('Run with --help to see how it is used.')
  .exitOverride()

program
  .command('run')
  .description('run a harness, record it and print it live; exits as the harness does')
  .argument('[command...]', 'the program and its arguments, after --')
  .option('--protocol <name>', 'how to read its stdout; found by the program when not given')
  .option('--title <text>', 'title of the task')
  .option('--prompt <text>', 'what the harness reads on stdin (else piped stdin)')
  .option('--cwd <folder>', 'working folder of the harness')
  .option('--time-limit <seconds>', 'stop the harness after this time')
  .option('--raw', 'show events that nobody mapped')
  .option('--json', 'print events, one JSON a line')
  .passThroughOptions()
  .action(async (command: string[], options) => {
    const { runCommand } = await import('./commands/run.ts')
    process.exitCode = await runCommand(command, options)
  })

program
  .command('parse')
  .description('lines in, events out, one JSON a line')
  .argument('[file]', 'a file with the stdout of a harness; stdin when not given, or -')
  .option('--protocol <name>', 'how to read the lines; found by the first lines when not given')
  .option('--whole', 'do not clip texts')
  .addOption(new Option('--json', 'the default').hideHelp())
  .action(async (file: string | undefined, options) => {
    const { parseCommand } = await import('./commands/parse.ts')
    await parseCommand(file, options)
  })

program
  .command('serve')
  .description('serve the page and the API; prints the address as the first line')
  .option('--port <number>', 'port (0: any free one)')
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--allow-host <name...>', 'further names by which the server may be called')
  .option('--require-token', 'reading needs the token of the printed address too')
  .option('--demo', 'show a recorded session growing, in a store of its own')
  .option('--json', 'print the address as JSON')
  .action(async (options) => {
    const { serveCommand } = await import('./commands/serve.ts')
    await serveCommand(options)
  })

program
  .command('list')
  .description('the newest tasks')
  .option('--limit <number>', 'how many', '20')
  .option('--status <status>', 'only tasks in this status')
  .option('--json', 'print JSON')
  .action(async (options) => {
    const { listCommand } = await import('./commands/list.ts')
    await listCommand(options)
  })

program
  .command('show')
  .description('the history of a task')
  .argument('<task>', 'id of the task, or the start of it')
  .option('--follow', 'wait for what is still to come')
  .option('--raw', 'show events that nobody mapped')
  .option('--json', 'print events, one JSON a line')
  .action(async (task: string, options) => {
    const { showCommand } = await import('./commands/show.ts')
    await showCommand(task, options)
  })

// A reader that closes early (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2
  } else {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`agent-stream: ${message}\n`)
    if (program.opts().verbose && error instanceof Error) process.stderr.write(`${error.stack}\n`)
    process.exitCode = exitCodeOf(error)
  }
}
