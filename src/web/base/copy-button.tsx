import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from './icon.tsx'

/** How long a button says that it has copied (ms). */
const SAID_MS = 1_200

/** A button that puts a text on the clipboard, and says so for a moment. */
export function CopyButton({ text, label }: { text: string; label: string }): VNode {
  const [isDone, setDone] = useState(false)
  return (
    <button
      type="button"
      class="copy"
      aria-label={isDone ? 'Copied' : label}
      onClick={() => {
        copyText(text).then((isCopied) => {
          setDone(isCopied)
          window.setTimeout(() => setDone(false), SAID_MS)
        })
      }}
    >
      <Icon name={isDone ? 'check' : 'copy'} />
    </button>
  )
}

/** Puts a text on the clipboard; false where the browser does not let a page do that. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
