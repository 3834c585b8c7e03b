import type { ComponentChildren, VNode } from 'preact'
import type { SessionView } from '../../core/session-state.ts'
import type { TaskDetail } from '../api/types.ts'
import { formatCost, formatCount, formatDuration, formatMoment } from '../base/format.ts'
import { harnessName, Status } from '../base/status.tsx'
import { PlanList } from '../timeline/plan.tsx'
import { Tokens } from './tokens.tsx'

/** The task at a glance: who and where, context, spent, tokens, models, plan, files, tools, background. */
export function Recap({ task }: { task: TaskDetail }): VNode {
  const { state, recap } = task
  return (
    <>
      <section>
        <dl class="dl">
          <Term name="Status">
            <Status status={task.status} />
          </Term>
          <Term name="Harness">
            {harnessName(task.harness ?? state?.harness ?? null, task.protocol)} {state?.harnessVersion}
          </Term>
          <Term name="Model">{recap.model ?? '—'}</Term>
          <Term name="Folder">
            <span class="mono">{state?.cwd ?? '—'}</span>
          </Term>
          <Term name="Session">
            <span class="mono" title={state?.sessionId ?? undefined}>
              {state?.sessionId ?? '—'}
            </span>
          </Term>
          <Term name="Started">{formatMoment(task.createdAt)}</Term>
        </dl>
        {state?.reason && <p class="hint">{state.reason.replaceAll('_', ' ')}</p>}
      </section>
      <Context used={recap.contextTokens} window={recap.contextWindow} />
      <section>
        <h2>Spent</h2>
        <dl class="three">
          <Figure name="cost, as stated">{formatCost(recap.costUsd)}</Figure>
          <Figure name="turns">{formatCount(recap.turns)}</Figure>
          <Figure name="duration">{formatDuration(recap.durationMs)}</Figure>
        </dl>
      </section>
      <Tokens task={task} />
      {state && <Models state={state} />}
      {state?.plan && state.plan.length > 0 && (
        <section>
          <h2>
            Plan
            <b>
              {state.plan.filter((step) => step.status === 'completed').length} of {state.plan.length}
            </b>
          </h2>
          <PlanList steps={state.plan} />
        </section>
      )}
      {state && <Files state={state} />}
      {state && <Tools state={state} />}
    </>
  )
}

function Term({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Figure({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Context({ used, window: size }: { used: number | null; window: number | null }): VNode | null {
  if (used === null && size === null) return null
  const share = used !== null && size ? Math.min(1, used / size) : null
  return (
    <section>
      <h2>Context</h2>
      <p class="big">
        {formatCount(used)} <small>of {formatCount(size)}</small>
      </p>
      <svg
        class="gauge"
        viewBox="0 0 100 20"
        preserveAspectRatio="none"
        role="img"
        aria-label={share === null ? 'Fill unknown' : `${Math.round(share * 100)} % used`}
      >
        <rect class="track" y="6" width="100" height="8" />
        {share !== null && <rect class="used" y="6" width={share * 100} height="8" />}
      </svg>
      <p class="hint">
        {share === null
          ? 'Unknown until the next model call.'
          : `${(share * 100).toLocaleString(undefined, { maximumFractionDigits: 1 })} % used.`}
      </p>
    </section>
  )
}

function Models({ state }: { state: SessionView }): VNode | null {
  const { models, unattributed } = state.usage
  const rest = Object.values(unattributed ?? {}).reduce<number>((sum, value) => sum + (value ?? 0), 0)
  if (models.length === 0) return null
  const total = (row: (typeof models)[number]) =>
    (row.inputTokens ?? 0) +
    (row.outputTokens ?? 0) +
    (row.cacheReadTokens ?? 0) +
    (row.cacheCreationTokens ?? 0)
  return (
    <section>
      <h2>Models</h2>
      <table class="rows">
        <thead>
          <tr>
            <th>model</th>
            <th class="num">tokens</th>
            <th class="num">cost</th>
          </tr>
        </thead>
        <tbody>
          {models.map((row) => (
            <tr key={row.model}>
              <td class="cutcell">{row.model}</td>
              <td class="num">{formatCount(total(row))}</td>
              <td class="num">{formatCost(row.costUsd)}</td>
            </tr>
          ))}
          {rest !== 0 && (
            <tr>
              <td class="quiet">unattributed</td>
              <td class="num">{formatCount(rest)}</td>
              <td class="num">—</td>
            </tr>
          )}
        </tbody>
      </table>
      {rest > 0 && (
        <p class="hint">
          The harness counts {formatCount(rest)} tokens more than the calls that it printed explain.
        </p>
      )}
    </section>
  )
}

function Files({ state }: { state: SessionView }): VNode | null {
  if (state.files.length === 0) return null
  return (
    <section>
      <h2>
        Files<b>{formatCount(state.files.length)}</b>
      </h2>
      <table class="rows">
        <tbody>
          {state.files.slice(0, 40).map((file) => (
            <tr key={file.path}>
              <td class="cutcell mono" title={file.path}>
                {state.cwd !== null && file.path.startsWith(`${state.cwd}/`)
                  ? file.path.slice(state.cwd.length + 1)
                  : file.path}
              </td>
              <td class="num quiet">
                {file.edits > 0 ? (file.edits === 1 ? '1 edit' : `${file.edits} edits`) : 'read'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Tools({ state }: { state: SessionView }): VNode | null {
  if (state.tools.length === 0) return null
  return (
    <section>
      <h2>Tools</h2>
      <table class="rows">
        <tbody>
          {[...state.tools]
            .sort((left, right) => right.calls - left.calls)
            .slice(0, 40)
            .map((tool) => (
              <tr key={tool.name}>
                <td class="cutcell">{tool.name}</td>
                <td class="num">{formatCount(tool.calls)}</td>
                <td class={`num ${tool.failures > 0 ? 'bad' : 'quiet'}`}>
                  {tool.failures > 0 ? `${tool.failures} failed` : ''}
                </td>
                <td class="num quiet">{tool.totalMs > 0 ? formatDuration(tool.totalMs) : ''}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}
