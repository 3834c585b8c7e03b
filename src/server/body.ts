import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { obj } from '../core/read.ts'
import { ApiError } from './errors.ts'

/** Longest body that is read unless said, in bytes: a title or a token. */
const MAX_BODY_BYTES = 16_384

/** Refuses longer bodies with 413. */
export function limitBody(maxBytes: number = MAX_BODY_BYTES): ReturnType<typeof bodyLimit> {
  return bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new ApiError(413, 'body-too-large', 'The body is too large.', `Send at most ${maxBytes} bytes.`)
    },
  })
}

/** The body as a JSON object; 400 when it is none. */
export async function readJsonBody(context: Context): Promise<Record<string, unknown>> {
  const text = await context.req.text()
  try {
    const body = obj(JSON.parse(text))
    if (body) return body
  } catch {
    // Answered below like any other body that is no object.
  }
  throw new ApiError(
    400,
    'bad-body',
    'The body is no JSON object.',
    'Send a JSON object, see /api/openapi.json.',
  )
}
