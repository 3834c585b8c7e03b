import { type ReadonlySignal, signal } from '@preact/signals'

const now = signal(Date.now(), {
  watched() {
    timer = window.setInterval(() => {
      now.value = Date.now()
    }, 1_000)
  },
  unwatched() {
    window.clearInterval(timer)
  },
})
let timer = 0

/** The time (ms), moving every second while something shows it. */
export const clockNow: ReadonlySignal<number> = now
