/** The recorder: starts harnesses under a keeper and brings what they print into a store, each line exactly once. */
export { type AdoptOptions, adoptRuns } from './adopt.ts'
export { type LineWithoutFiles, takeAttachments } from './attachments.ts'
export { RecorderError, type RecorderErrorCode } from './errors.ts'
export { type IngestOptions, type IngestOutcome, ingestRun, recordRun } from './ingest.ts'
export { interruptRun } from './interrupt.ts'
export { type RunFiles, runFiles } from './run-folder.ts'
export { type StartedRun, type StartOptions, startRun } from './start.ts'
export { type StopOptions, stopRun } from './stop.ts'
