import { badParameter, quote } from './params.ts'

/** How far one run's output has been given: the next byte of stdout and of stderr. */
export type RunPosition = { ordinal: number; stdout: number; stderr: number }

/** How far a task's output has been given: runs that may still have more, and the last run that was begun. */
export type OutputPosition = { lastOrdinal: number; open: RunPosition[] }

/** The position as the text that clients hand back. */
export function formatOutputPosition({ lastOrdinal, open }: OutputPosition): string {
  return [lastOrdinal, ...open.map((run) => `${run.ordinal}.${run.stdout}.${run.stderr}`)].join('_')
}

/** The position in a text that a client hands back, the very beginning for null; a 400 for a text that we never gave. */
export function parseOutputPosition(text: string | null): OutputPosition {
  if (text === null) return { lastOrdinal: 0, open: [] }
  if (!/^\d{1,9}(?:_\d{1,9}\.\d{1,15}\.\d{1,15}){0,1000}$/.test(text)) {
    throw badParameter(
      `The parameter "after" is ${quote(text)}.`,
      'Give the "next" of an earlier answer as it was, or nothing.',
    )
  }
  const [last, ...runs] = text.split('_')
  const open = runs.map((run): RunPosition => {
    const [ordinal, stdout, stderr] = run.split('.').map(Number)
    return { ordinal: ordinal ?? 0, stdout: stdout ?? 0, stderr: stderr ?? 0 }
  })
  return { lastOrdinal: Number(last), open }
}
