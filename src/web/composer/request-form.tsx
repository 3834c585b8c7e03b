import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { objects, str } from '../../core/read.ts'
import { ApiError, postAnswer } from '../api/client.ts'
import { session } from '../state/session.ts'

/** The answers that an open request offers: the first one by Enter, a refusal with the reason for it. */
export function RequestForm({
  taskId,
  requestId,
  options,
  takesWords,
  choices,
}: {
  taskId: string
  requestId: string
  options: unknown
  /** A question is answered in words. */
  takesWords: boolean
  /** Answers that the question proposes: label and description. */
  choices: readonly Record<string, unknown>[]
}): VNode | null {
  const words = useSignal('')
  const isRefusing = useSignal(false)
  const isBusy = useSignal(false)
  const problem = useSignal('')
  const offered = objects(options).flatMap((option) => {
    const id = str(option.id)
    return id === null ? [] : [{ id, label: str(option.label) ?? id, kind: str(option.kind) ?? '' }]
  })
  if (!session.value.authorized) {
    return <p class="hint">Read only: answer it with agent-stream answer, or open the page with its token.</p>
  }
  if (offered.length === 0) {
    return <p class="hint">It offers no answer that can be given here.</p>
  }

  async function answer(optionId: string): Promise<void> {
    isBusy.value = true
    try {
      await postAnswer(taskId, { requestId, optionId, text: words.value.trim() || null })
    } catch (error) {
      problem.value = error instanceof ApiError ? `${error.message} ${error.hint}` : String(error)
      isBusy.value = false
    }
  }
  const showsWords = takesWords || isRefusing.value
  return (
    <form
      class="answers"
      aria-label="Answer"
      onSubmit={(event) => {
        event.preventDefault()
        const first = isRefusing.value ? offered.find(isRefusal) : offered[0]
        if (first) answer(first.id)
      }}
    >
      {choices.length > 0 && (
        <fieldset>
          <legend class="sr">Proposed answers</legend>
          {choices.map((choice, index) => {
            const label = str(choice.label) ?? `${index + 1}`
            return (
              <label class="opt" key={label}>
                <input
                  type="radio"
                  name={`answer-${requestId}`}
                  checked={words.value === label}
                  onChange={() => {
                    words.value = label
                  }}
                />
                <span>
                  <b>{label}</b> <span class="quiet">{str(choice.description)}</span>
                </span>
              </label>
            )
          })}
        </fieldset>
      )}
      {showsWords && (
        <label class="field">
          <span class="sr">{takesWords ? 'Your answer' : 'Why not'}</span>
          <input
            type="text"
            placeholder={takesWords ? 'Your answer' : 'Why not, for the agent to read'}
            value={words.value}
            onInput={(event) => {
              words.value = event.currentTarget.value
            }}
          />
        </label>
      )}
      <div class="row">
        {offered.map((option, index) => (
          <button
            key={option.id}
            type={index === 0 && !isRefusing.value ? 'submit' : 'button'}
            class={`btn${index === 0 ? ' go' : isRefusal(option) ? ' ghost' : ''}`}
            disabled={isBusy.value}
            onClick={(event) => {
              if (index === 0 && !isRefusing.value) return
              event.preventDefault()
              if (isRefusal(option) && !showsWords) isRefusing.value = true
              else answer(option.id)
            }}
          >
            {isRefusal(option) && !showsWords ? `${option.label}, and say why…` : option.label}
          </button>
        ))}
      </div>
      {problem.value !== '' && (
        <p class="bad" role="alert">
          {problem.value}
        </p>
      )}
    </form>
  )
}

function isRefusal({ kind }: { kind: string }): boolean {
  return kind.startsWith('reject')
}
