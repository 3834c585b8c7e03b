/** The stdin line of the human's next turn, for programs that read Claude Code's stream-json. */
export function userTurnLine(text: string): string {
  const message = { role: 'user', content: [{ type: 'text', text }] }
  return `${JSON.stringify({ type: 'user', message, parent_tool_use_id: null, session_id: '' })}\n`
}

/** The stdin line that interrupts the running turn. */
export function interruptLine(requestId: string): string {
  const request = { subtype: 'interrupt' }
  return `${JSON.stringify({ type: 'control_request', request_id: requestId, request })}\n`
}
