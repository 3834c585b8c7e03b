import type { VNode } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { formatClock, formatCount, formatDuration } from './base/format.ts'
import { Icon } from './base/icon.tsx'
import { HarnessPlate, Status } from './base/status.tsx'
import { Composer } from './composer/composer.tsx'
import { FindBar, openFindBar } from './find/find-bar.tsx'
import { createFind, type FindState } from './find/find-state.ts'
import { useKeys } from './keys/use-keys.ts'
import { jump } from './state/jump.ts'
import type { OpenTask } from './state/open-task.ts'
import { createOutline, type Outline } from './state/outline.ts'
import { keepView, readView } from './state/view-address.ts'
import { Strip } from './strip/strip.tsx'
import { Feed } from './timeline/feed.tsx'
import { TextOutput } from './timeline/text-output.tsx'

/** One task: its head and its timeline. */
export function Stage({ task, onRecap }: { task: OpenTask; onRecap: () => void }): VNode {
  const detail = task.detail.value
  const find = useMemo(
    () =>
      createFind(task.id, ({ seq }) => {
        jump.value = { seq, opens: true }
      }),
    [task.id],
  )
  const outline = useMemo(() => createOutline(task.id), [task.id])
  useEffect(() => outline.close, [outline])
  useEffect(() => outline.touch(), [outline, detail?.recap.events, detail?.status])
  const [showsRaw, words] = [task.showRaw.value, find.query.value]
  useEffect(() => {
    const wanted = readView().words
    // A link to a place shows that place.
    if (wanted !== null) find.look(wanted, window.location.hash === '')
  }, [find])
  useEffect(() => keepView({ showsRaw, words }), [showsRaw, words])
  useKeys({
    '/': () => openFindBar(find),
    n: () => {
      find.step(1)
    },
    N: () => {
      find.step(-1)
    },
    i: () => document.getElementById('reply')?.focus(),
  })
  return (
    <main class="stage" id="stage">
      <div class="head">
        <h1 class="cut">{detail?.title ?? (detail ? 'Untitled' : 'Task')}</h1>
        {detail && <Status status={detail.status} />}
        {detail && (
          <div class="facts">
            <HarnessPlate
              harness={detail.harness ?? detail.state?.harness ?? null}
              protocol={detail.protocol}
            />
            <span class="wide">{formatDuration(detail.recap.durationMs)}</span>
          </div>
        )}
        <div class="acts">
          {detail && detail.protocol !== 'none' && (
            <button
              type="button"
              class="btn ghost"
              aria-label="Find in this task"
              aria-pressed={find.query.value !== null}
              onClick={() => (find.query.value === null ? openFindBar(find) : find.close())}
            >
              <Icon name="search" />
              <span>Find</span>
            </button>
          )}
          {detail && detail.protocol !== 'none' && (
            <button
              type="button"
              class="btn ghost"
              aria-pressed={task.showRaw.value}
              aria-label={`Raw, ${formatCount(detail.recap.hiddenRaw)} rows`}
              onClick={() => {
                task.showRaw.value = !task.showRaw.value
              }}
            >
              <Icon name="source" />
              <span>Raw {formatCount(detail.recap.hiddenRaw)}</span>
            </button>
          )}
          <button type="button" class="btn ghost icon only-narrow" aria-label="Recap" onClick={onRecap}>
            <Icon name="panel" />
          </button>
        </div>
      </div>
      <Banner task={task} />
      {detail?.protocol !== 'none' && (
        <Strip strip={outline.strip.value} isLive={detail?.steering.isRunning ?? false} />
      )}
      <FindBar find={find} eventCount={detail?.recap.events ?? 0} />
      <Content task={task} find={find} outline={outline} />
      <Foot task={task} />
    </main>
  )
}

function Banner({ task }: { task: OpenTask }): VNode | null {
  if (task.isOnline.value || task.phase.value !== 'ready') return <div hidden />
  return (
    <div class="banner" role="status">
      <Icon name="offline" />
      <span>
        <b>Connection lost.</b> Shown as of {formatClock(task.lostAt.value ?? Date.now())}. It resumes by
        itself.
      </span>
    </div>
  )
}

function Content({ task, find, outline }: { task: OpenTask; find: FindState; outline: Outline }): VNode {
  switch (task.phase.value) {
    case 'loading':
      return <Skeleton />
    case 'missing':
      return <Empty title="No such task" text="It may have been removed. Choose another one from the list." />
    case 'error':
      return (
        <Empty
          title="The task could not be loaded"
          text={`${task.error.value?.message ?? ''} ${task.error.value?.hint ?? ''}`}
        />
      )
    default:
      if (task.detail.value?.protocol === 'none') return <TextOutput task={task} />
      if (task.rows.value.length === 0) {
        return (
          <Empty
            title="Nothing printed yet"
            text="The timeline grows as soon as the harness prints its first line."
          />
        )
      }
      return <Feed task={task} words={find.query.value} turns={outline.turns.value} />
  }
}

/** What still runs beside the turn, as chips until it ends, and the composer. */
function Foot({ task }: { task: OpenTask }): VNode | null {
  const detail = task.detail.value
  if (!detail) return null
  const background = detail.state?.background ?? []
  return (
    <footer class="foot">
      {background.length > 0 && (
        <div class="foot-top">
          <ul class="bg-row" aria-label="Running in the background">
            {background.map((one, index) => (
              <li class="chip" key={one.taskId ?? index}>
                <span class="dot background" />
                <b>{one.description ?? one.kind ?? 'Background task'}</b>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Composer task={detail} onSent={task.refresh} />
    </footer>
  )
}

function Skeleton(): VNode {
  return (
    <div class="feed" aria-busy="true" role="status" aria-label="Loading the timeline">
      <div class="pad skeleton">
        {['w2', 'w4', 'w3', 'w1', 'w4', 'w2'].map((width, index) => (
          <span key={index} class={`sk ${width}`} />
        ))}
      </div>
    </div>
  )
}

function Empty({ title, text }: { title: string; text: string }): VNode {
  return (
    <div class="feed">
      <div class="empty">
        <Icon name="list" />
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
    </div>
  )
}
