/** One message of an SSE stream. `json` is JSON text, which has no line break. */
export type SseMessage = { event: string; id?: string; json: string }

/** Tells a stream what to send. */
export type SseSource = {
  /**
   * The next messages, [] when there is nothing to send now, null when the stream is over. `waitMs`, if given, is when to
   * ask again without being woken.
   */
  next(): Promise<{ messages: SseMessage[]; waitMs?: number } | null>
  /** Calls back whenever asking again may give something. Gives the way to stop. */
  onWake(wake: () => void): () => void
}

/** How a stream behaves. */
export type SseOptions = {
  /** A comment is sent after so many ms of silence. */
  heartbeatMs: number
  /** Told of an error that ended the stream. */
  report: (error: unknown) => void
}

/** Browsers wait 3 s or more before they connect again, unless told. */
const RETRY_MS = 1_000

/**
 * An SSE response that asks its source only when the client has taken what came before: a client that stops reading
 * costs what is in the socket and nothing more. An error of the source ends the stream, so the client comes back with its last id.
 */
export function sseResponse(source: SseSource, options: SseOptions): Response {
  return new Response(sseBody(source, options), {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // nginx would hold events back.
      'x-accel-buffering': 'no',
    },
  })
}

function sseBody(
  source: SseSource,
  { heartbeatMs, report }: SseOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let stopWaking: (() => void) | null = null
  let cancelled = false
  let woken = false
  let endWait: (() => void) | null = null
  let opened = false

  const wake = () => {
    woken = true
    endWait?.()
  }
  const stop = () => {
    cancelled = true
    stopWaking?.()
    stopWaking = null
    endWait?.()
  }

  const pull = async (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
    // Only now: a HEAD request gets this response too and never reads it.
    stopWaking ??= source.onWake(wake)
    if (!opened) {
      opened = true
      controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`))
      return
    }
    const silentSince = performance.now()
    while (!cancelled) {
      woken = false
      const answer = await source.next()
      if (cancelled) return
      if (answer === null) {
        stop()
        controller.close()
        return
      }
      if (answer.messages.length > 0) {
        controller.enqueue(encoder.encode(answer.messages.map(formatMessage).join('')))
        return
      }
      const quietMs = silentSince + heartbeatMs - performance.now()
      if (quietMs <= 0) {
        controller.enqueue(encoder.encode(': still here\n\n'))
        return
      }
      if (!woken) await waitAtMost(Math.min(quietMs, answer.waitMs ?? quietMs))
    }
  }

  const waitAtMost = (ms: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        endWait = null
        resolve()
      }
      const timer = setTimeout(done, ms)
      endWait = done
    })

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        try {
          await pull(controller)
        } catch (error) {
          stop()
          report(error)
          controller.close()
        }
      },
      cancel: stop,
    },
    // Nothing is read ahead of the client.
    { highWaterMark: 0 },
  )
}

function formatMessage({ event, json, id }: SseMessage): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${json}\n\n`
}
