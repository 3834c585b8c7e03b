import type { Recording } from '../recordings.ts'
import { labFactsOf } from './facts/lab.ts'
import type { HarnessFacts } from './harness-facts.ts'
import { HARNESSES } from './harnesses.ts'

/** What is known of a recording of any folder; null where no dialect reads it. */
export function factsOf(recording: Recording): HarnessFacts | null {
  if (recording.lab) return labFactsOf(recording)
  const isAbout = ({ folder, isOwn }: HarnessFacts): boolean =>
    folder === recording.harness && (isOwn?.(recording) ?? true)
  return HARNESSES.find(isAbout) ?? null
}
