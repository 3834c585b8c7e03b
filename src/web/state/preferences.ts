import { effect, type Signal, signal } from '@preact/signals'

/** Whether edits are shown side by side where there is room; kept in this browser. */
export const splitDiffs: Signal<boolean> = kept('split-diffs', false)

function kept(name: string, unless: boolean): Signal<boolean> {
  const key = `agent-stream ${name}`
  const value = signal(unless)
  try {
    value.value = (localStorage.getItem(key) ?? String(unless)) === 'true'
  } catch {
    // A browser that keeps nothing for pages: the choice lasts as long as the page.
  }
  effect(() => {
    const word = String(value.value)
    try {
      localStorage.setItem(key, word)
    } catch {
      // As above.
    }
  })
  return value
}
