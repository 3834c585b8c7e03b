import type { VNode } from 'preact'
import type { PlanStep } from '../../core/events.ts'

const CLASSES: Readonly<Record<string, string>> = { completed: 'done', in_progress: 'now', cancelled: 'gone' }
const WORDS: Readonly<Record<string, string>> = {
  completed: 'done',
  in_progress: 'in progress',
  cancelled: 'cancelled',
}

/** Steps of a plan, each with its state as a shape. */
export function PlanList({ steps }: { steps: readonly PlanStep[] }): VNode {
  return (
    <ul class="plan">
      {steps.map((step, index) => (
        <li key={step.id ?? index} class={CLASSES[step.status ?? ''] ?? 'todo'}>
          <StepMark status={step.status ?? 'pending'} />
          <span>{step.text}</span>
        </li>
      ))}
    </ul>
  )
}

function StepMark({ status }: { status: string }): VNode {
  return (
    <svg class="box" viewBox="0 0 16 16" role="img" aria-label={WORDS[status] ?? 'pending'}>
      {status === 'completed' ? (
        <>
          <circle class="full" cx="8" cy="8" r="7" />
          <path class="tick" d="M4.8 8.3l2.2 2.2 4.2-4.6" />
        </>
      ) : status === 'in_progress' ? (
        <>
          <circle class="half" cx="8" cy="8" r="6.25" />
          <path class="halfin" d="M8 4a4 4 0 0 1 0 8z" />
        </>
      ) : (
        <circle class="ring" cx="8" cy="8" r="6.25" />
      )}
    </svg>
  )
}
