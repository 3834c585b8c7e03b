import type { VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { fetchOutput } from '../api/client.ts'
import type { OutputPage } from '../api/types.ts'
import { ansiText } from '../base/ansi.tsx'
import type { OpenTask } from '../state/open-task.ts'
import { isNearEnd } from './virtual-list.ts'

/** Text kept on the page; what is older is in the store. */
const MAX_LENGTH = 400_000
/** Output that comes while the page is open is asked for at each change of the task, and at this pace (ms). */
const POLL_MS = 1_000

/** What a plain program printed, stdout and stderr, as text: opens at the end, follows only there. */
export function TextOutput({ task }: { task: OpenTask }): VNode {
  const [chunks, setChunks] = useState<OutputPage['output']>([])
  const next = useRef<string | null>(null)
  const scroller = useRef<HTMLElement | null>(null)
  const isAtEnd = useRef(true)
  const isLive = task.detail.value?.runs.some((run) => run.endedAt === null) ?? false

  useEffect(() => {
    let isClosed = false
    let timer = 0
    const load = async () => {
      const page = await fetchOutput(task.id, next.current).catch(() => null)
      if (isClosed) return
      if (page) {
        next.current = page.next
        if (page.output.length > 0) setChunks((before) => keepLast([...before, ...page.output]))
      }
      if (page?.hasMore || isLive) timer = window.setTimeout(load, page?.hasMore ? 0 : POLL_MS)
    }
    load()
    return () => {
      isClosed = true
      window.clearTimeout(timer)
    }
  }, [task.id, isLive])

  useLayoutEffect(() => {
    const element = scroller.current
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight
  }, [chunks])

  return (
    <section
      class="feed plain"
      tabIndex={0}
      aria-label="Output"
      ref={(element) => {
        scroller.current = element
      }}
      onScroll={(event) => {
        isAtEnd.current = isNearEnd(event.currentTarget)
      }}
    >
      {chunks.length === 0 && !isLive && <p class="hint pad">This program printed nothing.</p>}
      <div class="well plain-text">
        {chunks.map((chunk, index) => (
          <span key={index} class={chunk.stream === 'stderr' ? 'bad' : undefined}>
            {ansiText(chunk.text)}
          </span>
        ))}
      </div>
    </section>
  )
}

function keepLast(chunks: OutputPage['output']): OutputPage['output'] {
  let length = chunks.reduce((sum, chunk) => sum + chunk.text.length, 0)
  const kept = [...chunks]
  while (length > MAX_LENGTH && kept.length > 1) length -= kept.shift()?.text.length ?? 0
  return kept
}
