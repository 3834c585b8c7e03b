import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { useRef } from 'preact/hooks'
import { ApiError, postMessage, postSteering } from '../api/client.ts'
import type { TaskDetail, UserFile } from '../api/types.ts'
import { formatBytes } from '../base/format.ts'
import { Icon } from '../base/icon.tsx'
import { session } from '../state/session.ts'
import { readFiles } from './read-files.ts'

/** Statuses in which a turn runs that can be interrupted. */
const IN_TURN: ReadonlySet<string> = new Set(['starting', 'running', 'needs-input'])

/** What a person may say or do in a task; where no words reach it, the reason. */
export function Composer({ task, onSent }: { task: TaskDetail; onSent: () => void }): VNode | null {
  const { steering } = task
  if (!session.value.authorized) return <ReadOnly />
  if (steering.reply === null && !steering.isRunning) {
    return <p class="hint">No reply: {steering.why}.</p>
  }
  return <Form key={task.id} task={task} onSent={onSent} />
}

function ReadOnly(): VNode {
  return (
    <p class="hint">
      Read only. To reply, open the address with a token that <code>agent-stream serve</code> prints in a
      terminal.
    </p>
  )
}

function Form({ task, onSent }: { task: TaskDetail; onSent: () => void }): VNode {
  const words = useSignal('')
  const files = useSignal<UserFile[]>([])
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const wantsStop = useSignal(false)
  const picker = useRef<HTMLInputElement>(null)
  const { reply, why, isRunning } = task.steering
  const isInTurn = isRunning && IN_TURN.has(task.status)
  const isEmpty = words.value.trim() === '' && files.value.length === 0

  async function act(work: () => Promise<unknown>): Promise<void> {
    isBusy.value = true
    problem.value = ''
    try {
      await work()
      onSent()
    } catch (error) {
      problem.value = error instanceof ApiError ? `${error.message} ${error.hint}` : String(error)
    } finally {
      isBusy.value = false
    }
  }
  const send = (): Promise<void> | false =>
    !isEmpty &&
    !isBusy.value &&
    act(async () => {
      await postMessage(task.id, { text: words.value, files: files.value })
      words.value = ''
      files.value = []
    })
  const attach = (chosen: FileList | null): void => {
    if (chosen === null || chosen.length === 0) return
    readFiles([...chosen]).then(
      (read) => {
        files.value = [...files.value, ...read]
      },
      (error: Error) => {
        problem.value = error.message
      },
    )
  }

  return (
    <>
      {problem.value !== '' && (
        <p class="bad" role="alert">
          {problem.value}
        </p>
      )}
      <form
        class="composer"
        aria-label="Reply"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          attach(event.dataTransfer?.files ?? null)
        }}
      >
        {files.value.length > 0 && (
          <div class="files">
            {files.value.map((file, index) => (
              <span class="chip" key={index}>
                <Icon name={file.mediaType?.startsWith('image/') ? 'image' : 'clip'} />
                <b>{file.name}</b> {formatBytes(Math.floor((file.base64.length * 3) / 4))}
                <button
                  type="button"
                  aria-label={`Remove ${file.name}`}
                  onClick={() => {
                    files.value = files.value.filter((one) => one !== file)
                  }}
                >
                  <Icon name="cross" />
                </button>
              </span>
            ))}
          </div>
        )}
        <div class="row">
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label="Files to attach"
            onChange={(event) => {
              attach(event.currentTarget.files)
              event.currentTarget.value = ''
            }}
          />
          <button
            type="button"
            class="btn ghost icon"
            aria-label="Attach a file"
            disabled={reply === null}
            onClick={() => picker.current?.click()}
          >
            <Icon name="clip" />
          </button>
        </div>
        <textarea
          rows={1}
          aria-label="Reply"
          id="reply"
          disabled={reply === null}
          placeholder={placeholderOf(task, isInTurn, why)}
          value={words.value}
          onInput={(event) => {
            words.value = event.currentTarget.value
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
              event.preventDefault()
              send()
            }
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
          onPaste={(event) => attach(event.clipboardData?.files ?? null)}
        />
        <div class="row">
          {isInTurn && (
            <button
              type="button"
              class="btn ghost"
              aria-label="Interrupt the turn"
              disabled={isBusy.value}
              onClick={() => act(() => postSteering(task.id, 'interrupt'))}
            >
              <Icon name="pause" />
              <span>Interrupt</span>
            </button>
          )}
          {isRunning && (
            <button
              type="button"
              class="btn ghost stop"
              aria-label={wantsStop.value ? 'Stop it: press again' : 'Stop the process'}
              disabled={isBusy.value}
              onBlur={() => {
                wantsStop.value = false
              }}
              onClick={() => {
                if (wantsStop.value) act(() => postSteering(task.id, 'stop'))
                wantsStop.value = !wantsStop.value
              }}
            >
              <Icon name="power" />
              <span>{wantsStop.value ? 'Stop it?' : 'Stop'}</span>
            </button>
          )}
          {reply !== null && (
            <button
              type="submit"
              class="btn go"
              aria-label={isInTurn ? 'Queue the reply' : 'Send the reply'}
              disabled={isEmpty || isBusy.value}
            >
              <Icon name="send" />
              <span>{isInTurn ? 'Queue' : 'Send'}</span>
            </button>
          )}
        </div>
      </form>
    </>
  )
}

function placeholderOf(task: TaskDetail, isInTurn: boolean, why: string | null): string {
  if (why !== null) return `No reply now: ${why}`
  if (task.steering.reply === 'turn') return isInTurn ? 'Queue a reply' : 'Reply'
  return `Resumes session ${task.state?.sessionId ?? ''}`
}
