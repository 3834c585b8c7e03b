/** The library: read any agent CLI's lines, fold them, and speak to the harness. No dependencies, no I/O. */
export { DEFAULT_CLIP } from './core/clip.ts'
export type {
  ClientStart,
  ClientStep,
  Dialect,
  HarnessCommand,
  InlineImage,
  KindRule,
  LineReader,
  OpenRequest,
  ProtocolClient,
  ProtocolTraits,
  RequestAnswer,
  SessionTitle,
  TitleProbe,
  WordEdit,
} from './core/dialect.ts'
export * from './core/events.ts'
export { joinFragments } from './core/fragments.ts'
export {
  createLineSplitter,
  type Line,
  type LineSplitter,
  type LineSplitterOptions,
  splitCompleteLines,
} from './core/lines.ts'
export { MODEL_TABLE_SOURCE } from './core/models.gen.ts'
export {
  contextWindowOf,
  type ModelCredential,
  type ResolveOptions,
  resolveContextWindow,
} from './core/models.ts'
export type { Translation } from './core/parse.ts'
export {
  applyEvent,
  applyExit,
  beginRun,
  FOLD_VERSION,
  type FoldedEvent,
  type FoldTraits,
  viewOf,
} from './core/session.ts'
export type { ExitFacts, SessionMemory } from './core/session-memory.ts'
export type {
  OpenCall,
  OpenNeed,
  SessionState,
  SessionStatus,
  SessionView,
  ToolUse,
  TouchedFile,
  UsageSummary,
} from './core/session-state.ts'
export { cleanTitle } from './core/title.ts'
export { type ToolKind, toolKindOf } from './core/tool-kind.ts'
export { summarizeUsage, type UsageAggregates, type UsageEvent } from './core/usage.ts'
export {
  AGENT_PROTOCOLS,
  type AgentProtocol,
  answerLine,
  applyPrompt,
  applyProtocol,
  applyResume,
  clientOf,
  createSession,
  detectProtocol,
  foldSession,
  interruptLine,
  isAgentProtocol,
  isInteractive,
  parseLines,
  parseSessionTitle,
  parseStreamLine,
  protocolOfCommand,
  readsTitleOutOfBand,
  sessionTitleProbe,
  type TranslateOptions,
  translateLine,
  userTurnLine,
} from './dialects/registry.ts'
