import type { InlineImage, OpenRequest, RequestAnswer } from '../../core/dialect.ts'
import type { JsonValue } from '../../core/events.ts'
import { obj, objects } from '../../core/read.ts'

/** The stdin line of the human's next turn, for programs that read Claude Code's stream-json. */
export function userTurnLine(text: string, images: readonly InlineImage[]): string {
  const pictures = images.map(({ mediaType, base64 }) => ({
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data: base64 },
  }))
  const message = { role: 'user', content: [{ type: 'text', text }, ...pictures] }
  return `${JSON.stringify({ type: 'user', message, parent_tool_use_id: null, session_id: '' })}\n`
}

/** The stdin line that interrupts the running turn. */
export function interruptLine(requestId: string): string {
  const request = { subtype: 'interrupt' }
  return `${JSON.stringify({ type: 'control_request', request_id: requestId, request })}\n`
}

/**
 * The line that answers `can_use_tool` (Claude Code 2.0.77 to 2.1.332). The input goes back with the permission, for a
 * question with the words that answer it.
 */
export function answerLine(request: OpenRequest, { optionId, text: words }: RequestAnswer): string | null {
  if (optionId !== 'allow' && optionId !== 'deny') return null
  const response =
    optionId === 'allow'
      ? { behavior: 'allow', updatedInput: answeredInput(request, words) }
      : { behavior: 'deny', message: words ?? 'The user does not want this.' }
  const success = { subtype: 'success', request_id: request.requestId, response }
  return `${JSON.stringify({ type: 'control_response', response: success })}\n`
}

function answeredInput({ kind, input }: OpenRequest, words: string | null): JsonValue {
  const asked = obj(input)
  const questions = objects(asked?.questions)
  if (kind !== 'question' || words === null || questions.length === 0) return asked ?? {}
  const answers = Object.fromEntries(questions.map(({ question }) => [String(question), words]))
  return { ...asked, answers }
}
