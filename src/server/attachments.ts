import type { Hono } from 'hono'
import type { AppSettings } from './app.ts'
import { ApiError } from './errors.ts'
import { quote } from './params.ts'

/** Pictures that browsers decode and that cannot carry a script. */
const INLINE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Adds the route that gives a stored file: the four picture kinds to be shown, everything else to be saved. */
export function routeAttachments(app: Hono, { store }: AppSettings): void {
  app.get('/api/attachments/:id', async (context) => {
    const id = context.req.param('id')
    const attachment = /^sha256-[0-9a-f]{64}$/.test(id) ? await store.getAttachment(id) : null
    if (!attachment) {
      throw new ApiError(
        404,
        'no-such-attachment',
        `There is no attachment ${quote(id)}.`,
        'Ids are in the files of messages and tool results.',
      )
    }
    const mediaType = attachment.mediaType?.toLowerCase() ?? ''
    const inline = INLINE_TYPES.includes(mediaType)
    return context.body(Uint8Array.from(attachment.bytes), 200, {
      'content-type': inline ? mediaType : 'application/octet-stream',
      'content-disposition': inline ? 'inline' : `attachment; filename="${id.slice(0, 19)}"`,
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    })
  })
}
