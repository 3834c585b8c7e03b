import type { Row } from './row.ts'

/** What is copied of a row: a command, an input, words, else all that its event says. */
export function textOf(row: Row): string {
  switch (row.kind) {
    case 'call':
      return row.summary.kind === 'execute' ? row.summary.subject : (row.input ?? '')
    case 'message':
    case 'thinking':
    case 'said':
    case 'turn':
    case 'injected':
    case 'notice':
    case 'looked':
      return row.text
    default:
      return JSON.stringify(row.event.payload, null, 2)
  }
}
