import type { VNode } from 'preact'
import { arr, num, objects, str, text } from '../../core/read.ts'
import { formatCount } from '../base/format.ts'
import type { Row } from '../model/row.ts'

/** A session began: where, with which model and tools. */
export function Started({ payload }: { payload: Row['event']['payload'] }): VNode {
  const servers = objects(payload.mcpServers).length
  const tools = arr(payload.tools).length
  return (
    <div class="note">
      <span>
        <b>Session started</b>
        {text(payload.cwd) !== null && (
          <>
            {' in '}
            <code>{str(payload.cwd)}</code>
          </>
        )}
      </span>
      <span class="call-facts wide">
        {text(payload.model) !== null && <span>{str(payload.model)}</span>}
        {tools > 0 && <span>{formatCount(tools)} tools</span>}
        {servers > 0 && <span>{servers === 1 ? '1 MCP server' : `${servers} MCP servers`}</span>}
      </span>
    </div>
  )
}

/** A turn ended, and how. */
export function Ended({ row }: { row: Row & { kind: 'ended' } }): VNode {
  const { payload } = row.event
  const reason = text(payload.reason)?.replaceAll('_', ' ') ?? null
  const exit = num(payload.exitCode)
  const signal = text(payload.signal)
  const how = signal ?? (exit === null ? null : `exit ${exit}`)
  const why = [reason, how].filter(Boolean).join(', ')
  const summary = text(payload.summary)
  const byPlatform = payload.origin === 'platform'
  switch (payload.status) {
    case 'succeeded':
      return (
        <div class="note quiet">
          <span>
            <b>{payload.origin === 'background' ? 'Turn ended, started by background work' : 'Turn ended'}</b>
            {row.background > 0 &&
              ` · ${row.background === 1 ? '1 task still runs' : `${row.background} tasks still run`}`}
          </span>
        </div>
      )
    case 'failed':
      return (
        <>
          <div class="note">
            <span>
              <b class="bad">{byPlatform ? 'The process failed' : 'Turn failed'}</b>
              {why !== '' && `: ${why}`}
            </span>
          </div>
          {summary !== null && <div class="out well">{summary}</div>}
        </>
      )
    case 'interrupted':
      return (
        <div class="note">
          <span>
            <b>Interrupted</b>
            {why !== '' && `: ${why}`}
          </span>
        </div>
      )
    default:
      return (
        <div class="note">
          <span>
            <b>No result</b> The process ended without saying how{why === '' ? '' : ` (${why})`}.
          </span>
        </div>
      )
  }
}

/** A line that nobody mapped, as one line of JSON; opened, as a tree of it. */
export function Raw({
  payload,
  isOpen,
  onToggle,
}: {
  payload: Row['event']['payload']
  isOpen: boolean
  onToggle: () => void
}): VNode {
  const json = payload.json as { type?: unknown; subtype?: unknown } | undefined
  const kind = [json?.type, json?.subtype].filter((part) => typeof part === 'string').join(' · ')
  const line = json === undefined ? (str(payload.text) ?? '') : JSON.stringify(json)
  return (
    <>
      <button type="button" class="raw call" aria-expanded={isOpen} onClick={onToggle}>
        <b>{kind || 'text'}</b>
        <span class="cut">{line.slice(0, 400)}</span>
      </button>
      {isOpen && <div class="out well">{json === undefined ? line : JSON.stringify(json, null, 2)}</div>}
    </>
  )
}
