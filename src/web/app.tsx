import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Bar } from './bar.tsx'
import { Icon } from './base/icon.tsx'
import { lookOf } from './base/status.tsx'
import { KeyDialog } from './keys/key-dialog.tsx'
import { useKeys } from './keys/use-keys.ts'
import { Recap } from './recap/recap.tsx'
import { Stage } from './stage.tsx'
import { type OpenTask, openTask } from './state/open-task.ts'
import { isUsageOpen, linkedEvent, navigate, openTaskId, taskPath } from './state/route.ts'
import { loadSession } from './state/session.ts'
import { createTaskList } from './state/task-list.ts'
import { cycleTheme } from './state/theme.ts'
import { readView } from './state/view-address.ts'
import { TaskList } from './tasks/task-list.tsx'

const list = createTaskList()

/** The page: tasks, the open one, its recap. */
export function App(): VNode {
  useEffect(() => list.start(), [])
  useEffect(() => {
    loadSession()
  }, [])
  const id = openTaskId.value
  const task = useOpenTask(id)
  const [isSheetOpen, setSheet] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  useKeys({
    '?': () => setShowsKeys(true),
    t: cycleTheme,
    'g t': () => navigate('/'),
    'g u': () => navigate('/usage'),
  })
  const detail = task?.detail.value ?? null

  // A wide page without an address shows the newest task.
  const newest = list.tasks.value[0]?.id
  useEffect(() => {
    if (
      id === null &&
      !isUsageOpen.value &&
      newest !== undefined &&
      window.matchMedia('(min-width: 47.5em)').matches
    ) {
      window.history.replaceState(null, '', taskPath(newest))
      navigate(taskPath(newest))
    }
  }, [id, newest, isUsageOpen.value])
  useEffect(() => {
    const prefix = detail?.status === 'needs-input' ? '(needs you) ' : ''
    const page = isUsageOpen.value ? 'Usage' : detail && (detail.title ?? 'Untitled')
    document.title = page ? `${prefix}${page} · agent-stream` : 'agent-stream'
  }, [detail?.title, detail?.status, isUsageOpen.value])

  if (isUsageOpen.value) {
    return (
      <div class="app page">
        <Bar onKeys={() => setShowsKeys(true)} />
        <Usage />
        <KeyDialog isOpen={showsKeys} onClose={() => setShowsKeys(false)} />
      </div>
    )
  }

  return (
    <div class={`app${id === null ? ' list' : ''}`}>
      <Bar onKeys={() => setShowsKeys(true)} />
      <TaskList list={list} openId={id} />
      {task ? <Stage key={task.id} task={task} onRecap={() => setSheet(!isSheetOpen)} /> : <Welcome />}
      {detail && (
        <aside class={`recap${isSheetOpen ? ' sheet' : ''}`} aria-label="Recap" tabIndex={0}>
          {isSheetOpen && (
            <button type="button" class="btn sheet-close" onClick={() => setSheet(false)}>
              Close
            </button>
          )}
          <Recap task={detail} />
        </aside>
      )}
      <KeyDialog isOpen={showsKeys} onClose={() => setShowsKeys(false)} />
      <div class="sr" role="status" aria-live="polite">
        {detail && ['needs-input', 'failed', 'succeeded'].includes(detail.status)
          ? `${detail.title ?? 'Task'}: ${lookOf(detail.status).word}`
          : ''}
      </div>
    </div>
  )
}

/** The usage page, loaded when it is opened first. */
function Usage(): VNode {
  const [Page, setPage] = useState<(() => VNode) | null>(null)
  useEffect(() => {
    import('./usage/usage-page.tsx').then(({ UsagePage }) => setPage(() => UsagePage))
  }, [])
  return Page ? <Page /> : <main class="pagewrap" aria-busy="true" />
}

function useOpenTask(id: string | null): OpenTask | null {
  const current = useRef<OpenTask | null>(null)
  const [, redraw] = useState(0)
  useEffect(() => {
    if (id === null) return undefined
    const task = openTask(id, readView().showsRaw, linkedEvent())
    current.current = task
    redraw((times) => times + 1)
    return () => {
      task.close()
      current.current = null
    }
  }, [id])
  return current.current?.id === id ? current.current : null
}

function Welcome(): VNode {
  return (
    <main class="stage" id="stage">
      <div class="feed">
        <div class="empty">
          <Icon name="terminal" />
          <h1>Record a first task</h1>
          <p>Run any agent in your terminal, and watch it here:</p>
          <code class="well">agent-stream run -- claude -p "Fix the failing test"</code>
        </div>
      </div>
    </main>
  )
}
