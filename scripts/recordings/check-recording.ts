import { lineFindings, pairingProblems, readWhole, toolProblems } from '../../test/conformance/checks.ts'
import { factsOf } from '../../test/conformance/facts-of.ts'
import { endProblems, textVerdict, usageVerdict, type Verdict } from '../../test/conformance/verdicts.ts'
import type { Recording } from '../../test/recordings.ts'

/** Something that is wrong with how a recording is read. */
export type Problem = {
  /** What it counts as, in the table. */
  what:
    | 'not-listed'
    | 'unread'
    | 'not-json'
    | 'invalid'
    | 'unpaired'
    | 'end'
    | 'text'
    | 'usage'
    | 'tool'
    | 'threw'
  /** Line of the recording, from 1; null where it is about the whole. */
  line: number | null
  reason: string
}

/** What a check of one recording found. */
export type Finding = {
  recording: Recording
  /** Protocol in which it was read; null where nothing is known of its harness, and nothing else was looked at. */
  protocol: string | null
  events: number
  status: string
  texts: Verdict
  usage: Verdict
  problems: Problem[]
}

/** Reads a recording and says what is wrong with the reading. */
export function checkRecording(recording: Recording): Finding {
  const nothing = { recording, events: 0, status: 'unknown', texts: 'unknown', usage: 'unknown' } as const
  const facts = factsOf(recording)
  if (!facts) {
    return {
      ...nothing,
      protocol: null,
      problems: whole('unread', ['no facts are known of such recordings']),
    }
  }
  try {
    const reading = readWhole(recording, facts)
    const texts = textVerdict(reading, facts)
    const usage = usageVerdict(reading, facts)
    const problems: Problem[] = [
      ...lineFindings(reading, facts).map(({ what, line, text }): Problem => ({ what, line, reason: text })),
      ...whole('unpaired', pairingProblems(reading, facts)),
      ...whole('tool', toolProblems(reading, facts)),
      ...whole('end', endProblems(reading, facts)),
      ...whole('text', texts === 'wrong' ? ["the assistant's texts are not what was served"] : []),
      ...whole('usage', usage === 'wrong' ? ['the totals are not what was served'] : []),
    ]
    const { protocol, events, state } = reading
    return { recording, protocol, events: events.length, status: state.status, texts, usage, problems }
  } catch (error) {
    return { ...nothing, protocol: 'unknown', problems: whole('threw', [String(error)]) }
  }
}

function whole(what: Problem['what'], reasons: string[]): Problem[] {
  return reasons.map((reason) => ({ what, line: null, reason }))
}
