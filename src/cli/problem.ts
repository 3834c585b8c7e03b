/** Something the user can mend: printed as one message, without a stack. */
export class CliProblem extends Error {
  /** 1 for a failure, 2 for wrong usage. */
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.name = 'CliProblem'
    this.exitCode = exitCode
  }
}

/** The exit code of an error: its own, 2 for wrong usage of the library (an unknown protocol), else 1. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CliProblem) return error.exitCode
  return error instanceof TypeError && /^(Unknown protocol|The command is empty)/.test(error.message) ? 2 : 1
}
