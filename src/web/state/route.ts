import { computed, type ReadonlySignal, signal } from '@preact/signals'

const path = signal(window.location.pathname)
window.addEventListener('popstate', () => {
  path.value = window.location.pathname
})

/** Id of the task that the address names, null for the list alone. */
export const openTaskId: ReadonlySignal<string | null> = computed(() => {
  const id = /^\/tasks\/([^/]+)$/.exec(path.value)?.[1]
  return id === undefined ? null : decodeURIComponent(id)
})

/** Whether the address is that of the usage page. */
export const isUsageOpen: ReadonlySignal<boolean> = computed(() => path.value === '/usage')

/** Goes to an address of the page without loading it again. */
export function navigate(to: string): void {
  if (to !== window.location.pathname) window.history.pushState(null, '', to)
  path.value = window.location.pathname
}

/** Address of a task. */
export function taskPath(id: string): string {
  return `/tasks/${encodeURIComponent(id)}`
}

/** Seq of the event that the address links to (`#seq`), null where it names none. */
export function linkedEvent(): number | null {
  const seq = Number(window.location.hash.slice(1))
  return Number.isSafeInteger(seq) && seq > 0 ? seq : null
}
