import { type StartFacts, sessionStartedEvent, titleEvents } from '../../core/build.ts'
import type { JsonObject, NormalizedEvent } from '../../core/events.ts'
import { obj, str, text } from '../../core/read.ts'

/** A `session.started` event. Codex's own window is smaller than the model's, so none is taken from the model table. */
export function startedSession(facts: StartFacts): NormalizedEvent[] {
  return [sessionStartedEvent('codex', facts)]
}

/** A thread of the app-server that began or was resumed, with the name that it has from before. */
export function readThread(value: JsonObject | null, chosenModel: string | null = null): NormalizedEvent[] {
  const thread = obj(value?.thread)
  if (!thread) return []
  return [
    ...startedSession({
      sessionId: text(thread.id),
      model: chosenModel ?? text(thread.model),
      cwd: str(thread.cwd),
      harnessVersion: text(thread.cliVersion),
    }),
    ...titleOf(thread.name),
  ]
}

/** The name of a thread. Codex makes none up (0.171.0): a person, or the client for one, gave it. */
export function titleOf(name: unknown): NormalizedEvent[] {
  return titleEvents(name, 'human')
}
