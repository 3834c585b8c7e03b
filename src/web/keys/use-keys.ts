import { useEffect, useRef } from 'preact/hooks'

/** How long the first key of a pair waits for the second (ms). */
const PAIR_MS = 1_000

/** What keys do, by the key or by a pair of them with a space between (`g t`). */
export type KeyActions = Readonly<Record<string, () => void>>

/** Lets keys act while nobody types and no dialog is open; keys with Ctrl, Alt or Meta are the browser's. */
export function useKeys(actions: KeyActions): void {
  // What keys do changes with every drawing; a key that waits for the second of its pair outlives that.
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    let first = ''
    let timer = 0
    const onKey = (event: KeyboardEvent): void => {
      const actions = latest.current
      if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return
      const pair = `${first} ${event.key}`
      const action = first === '' ? actions[event.key] : (actions[pair] ?? actions[event.key])
      window.clearTimeout(timer)
      first = ''
      if (action) {
        event.preventDefault()
        action()
      } else if (Object.keys(actions).some((keys) => keys.startsWith(`${event.key} `))) {
        first = event.key
        timer = window.setTimeout(() => {
          first = ''
        }, PAIR_MS)
      }
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('keydown', onKey)
    }
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
