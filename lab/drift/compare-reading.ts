import { checkRecording, type Problem } from '../../scripts/recordings/check-recording.ts'
import type { Recording } from '../../test/recordings.ts'
import type { Change } from './change.ts'
import { maskText } from './mask.ts'

/** What a dialect does not read as it should; only what it read well before is a failure. */
export function compareReading(before: readonly Recording[], now: readonly Recording[]): Change[] {
  const known = new Set(before.flatMap((recording) => problemsOf(recording).map(({ id }) => id)))
  const changes = new Map<string, Change>()
  for (const recording of now) {
    for (const { problem, id } of problemsOf(recording)) {
      const isKnown = known.has(id)
      const key = `${isKnown} ${problem.what} ${maskText(problem.reason)}`
      const change = changes.get(key) ?? changeOf(recording, problem, isKnown)
      changes.set(key, change)
      if (!change.scenarios.includes(recording.scenario)) change.scenarios.push(recording.scenario)
    }
  }
  return [...changes.values()]
}

function problemsOf(recording: Recording): { problem: Problem; id: string }[] {
  // Kinds that are not listed are told with the shapes of lines.
  const problems = checkRecording(recording).problems.filter(({ what }) => what !== 'not-listed')
  return problems.map((problem) => ({
    problem,
    id: `${recording.scenario} ${problem.what} ${maskText(problem.reason)}`,
  }))
}

function changeOf({ lines }: Recording, { what, line, reason }: Problem, isKnown: boolean): Change {
  return {
    what: isKnown ? 'as before' : 'not read fully',
    kind: what,
    key: reason,
    scenarios: [],
    example: line === null ? '' : (lines[line - 1] ?? ''),
    isFailure: !isKnown,
  }
}
