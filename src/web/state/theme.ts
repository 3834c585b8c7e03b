import { type Signal, signal } from '@preact/signals'

/** What the reader chose; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'agent-stream-theme'
const ORDER: readonly Theme[] = ['system', 'light', 'dark']

/** The theme now. */
export const theme: Signal<Theme> = signal(readTheme())

applyTheme(theme.value)

/** Goes on to the next theme and remembers it. */
export function cycleTheme(): void {
  const next = ORDER[(ORDER.indexOf(theme.value) + 1) % ORDER.length] ?? 'system'
  theme.value = next
  applyTheme(next)
  try {
    window.localStorage.setItem(KEY, next)
  } catch {
    // A browser that stores nothing still shows the choice.
  }
}

function readTheme(): Theme {
  try {
    const stored = window.localStorage.getItem(KEY)
    return ORDER.find((name) => name === stored) ?? 'system'
  } catch {
    return 'system'
  }
}

function applyTheme(name: Theme): void {
  if (name === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = name
}
