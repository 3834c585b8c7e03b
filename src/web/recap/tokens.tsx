import type { VNode } from 'preact'
import type { TaskDetail } from '../api/types.ts'
import { formatCount } from '../base/format.ts'

const CLASSES = [
  { key: 'cacheReadTokens', name: 'cache read', tone: 'k3' },
  { key: 'cacheCreationTokens', name: 'cache write', tone: 'k2' },
  { key: 'outputTokens', name: 'output', tone: 'k1' },
  { key: 'inputTokens', name: 'input', tone: 'k4' },
] as const

/** Tokens by class, as a bar and in figures. A dash means that the harness did not say. */
export function Tokens({ task: { recap, state } }: { task: TaskDetail }): VNode {
  const total = CLASSES.reduce((sum, { key }) => sum + (recap[key] ?? 0), 0)
  let from = 0
  const parts = CLASSES.map((entry) => {
    const share = total === 0 ? 0 : ((recap[entry.key] ?? 0) / total) * 100
    const part = { ...entry, x: from, share }
    from += share
    return part
  })
  const isSaid = CLASSES.some(({ key }) => recap[key] !== null)
  return (
    <section>
      <h2>
        Tokens<b>{isSaid ? formatCount(total) : '—'}</b>
      </h2>
      <svg class="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="100" height="8" />
        {parts.map(
          ({ key, tone, x, share }) =>
            share > 0 && <rect key={key} class={tone} x={x} width={share} height="8" />,
        )}
      </svg>
      <table class="rows">
        <tbody>
          {parts.map(({ key, name, tone, share }) => (
            <tr key={key}>
              <td>
                <span class={`key ${tone}`} /> {name}
              </td>
              <td class="num">{formatCount(recap[key])}</td>
              <td class="num quiet">
                {total === 0 ? '' : `${share.toLocaleString(undefined, { maximumFractionDigits: 1 })} %`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {state?.usage.outputIsLowerBound && (
        <p class="hint">Output is at least this: the harness has not stated its total yet.</p>
      )}
    </section>
  )
}
