import { readFile } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import type { Context, Hono } from 'hono'
import { ApiError } from './errors.ts'
import { quote } from './params.ts'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

const NOT_BUILT =
  'The web page of agent-stream is not built.\nRun "npm run build" in the repository, then load this page again.\nThe API is at /api/tasks.\n'

/**
 * Adds the files of the built page: names with a hash (below /assets/) may be kept for ever, the page itself is asked for each
 * time and also answers for the addresses that it draws by itself. Must come after every other route.
 */
export function routeStaticFiles(app: Hono, webRoot: string | null): void {
  app.get('*', async (context) => {
    const path = context.req.path
    if (path === '/api' || path.startsWith('/api/')) throw noSuchRoute(context)
    const file = webRoot === null ? null : fileWithin(webRoot, path)
    if (file !== null && extname(path) !== '') {
      const bytes = await readIfThere(file)
      if (!bytes) throw noSuchFile(path)
      return context.body(bytes, 200, {
        'content-type': MEDIA_TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream',
        'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
    }
    if (webRoot !== null && file === null) throw noSuchFile(path)
    const page = webRoot === null ? null : await readIfThere(join(webRoot, 'index.html'))
    if (!page) return context.text(NOT_BUILT, 503)
    return context.body(page, 200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    })
  })
}

/** The answer to a method and path that nothing is served at. */
export function noSuchRoute(context: Context): ApiError {
  const what = `${context.req.method} ${context.req.path}`
  return new ApiError(
    404,
    'no-such-route',
    `Nothing is served at ${quote(what)}.`,
    'GET /api/openapi.json lists the routes.',
  )
}

function noSuchFile(path: string): ApiError {
  return new ApiError(
    404,
    'no-such-file',
    `The page has no file ${quote(path)}.`,
    'Load the page again: it may have been built anew.',
  )
}

/** The path of a file below the root; null when the request points outside or is no path. */
function fileWithin(root: string, path: string): string | null {
  let name: string
  try {
    name = decodeURIComponent(path)
  } catch {
    return null
  }
  if (name.includes('\0') || name.includes('\\')) return null
  const file = resolve(root, `.${name}`)
  return file === resolve(root) || file.startsWith(resolve(root) + sep) ? file : null
}

async function readIfThere(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return Uint8Array.from(await readFile(file))
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      ['ENOENT', 'EISDIR', 'ENOTDIR'].includes(String(error.code))
    )
      return null
    throw error
  }
}
