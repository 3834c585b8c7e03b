import type { ComponentChildren, VNode } from 'preact'
import { Icon } from './base/icon.tsx'
import { isUsageOpen, navigate } from './state/route.ts'
import { cycleTheme, theme } from './state/theme.ts'

/** The bar at the top: where one is, and what holds for the whole page. */
export function Bar({ onKeys }: { onKeys: () => void }): VNode {
  return (
    <header class="bar">
      <Link class="brand" to="/" label="agent-stream, all tasks">
        <Icon name="mark" />
        <span>agent-stream</span>
      </Link>
      <nav class="nav" aria-label="Pages">
        <Link to="/" isCurrent={!isUsageOpen.value}>
          Tasks
        </Link>
        <Link to="/usage" isCurrent={isUsageOpen.value}>
          Usage
        </Link>
      </nav>
      <div class="bar-end">
        <button type="button" class="btn ghost icon wide-only" aria-label="Keyboard map" onClick={onKeys}>
          <Icon name="keys" />
        </button>
        <button
          type="button"
          class="btn ghost icon"
          aria-label={`Theme: ${theme.value}`}
          title={`Theme: ${theme.value}`}
          onClick={cycleTheme}
        >
          <Icon name="theme" />
        </button>
      </div>
    </header>
  )
}

/** A link within the page; opened elsewhere it is one like any other. */
function Link({
  to,
  label,
  isCurrent = false,
  children,
  ...rest
}: {
  to: string
  label?: string
  isCurrent?: boolean
  class?: string
  children: ComponentChildren
}): VNode {
  return (
    <a
      {...rest}
      href={to}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        navigate(to)
      }}
    >
      {children}
    </a>
  )
}
