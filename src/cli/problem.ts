/** Something the user can mend: printed as one message, without a stack. */
export class CliProblem extends Error {
  /** 1 for a failure, 2 for wrong usage. */
  readonly exitCode: number

  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CliProblem'
    this.exitCode = exitCode
  }
}

/** The exit code of an error: its own, else 1. */
export function exitCodeOf(error: unknown): number {
  return error instanceof CliProblem ? error.exitCode : 1
}
