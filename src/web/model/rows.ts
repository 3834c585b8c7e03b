import { describeCall } from '../../core/call-summary.ts'
import { createPlanReader } from '../../core/plan-reader.ts'
import { num, obj, str, text } from '../../core/read.ts'
import type { ApiEvent } from '../api/types.ts'
import { hasFailed } from './arrange.ts'
import { filesOf } from './files.ts'
import { createBackgroundCount, createOpenRequests } from './open-work.ts'
import type { CallRow, Row, RowBuilder, RowContext } from './row.ts'
import { isSameVoice } from './same-voice.ts'
import { joinStarts } from './session-start.ts'

/** The text whose fragments are still coming, and the run that says it. */
type Open = { row: Row & { kind: 'message' | 'thinking' }; run: string }

/**
 * The rows of some events in the order of their seq: calls with their results inside, fragments joined, subagents' rows
 * under their call. `related` are calls that the events speak of and that lie before them.
 */
export function buildRows(
  events: readonly ApiEvent[],
  related: readonly ApiEvent[],
  context: RowContext,
): Row[] {
  const builder = createRowBuilder(context)
  for (const call of related) builder.know(call)
  for (const event of events) builder.add(event)
  return builder.rows()
}

/** A builder without rows. A row that grows stays the same object; the values in it are replaced, never changed. */
export function createRowBuilder(context: RowContext): RowBuilder {
  const top: Row[] = []
  const children = new Map<Row, Row[]>()
  const calls = new Map<string, CallRow>()
  const known = new Map<string, ApiEvent>()
  const readPlan = createPlanReader()
  let turns = 0
  let isTurnOpen = false
  let open: Open | null = null
  let start: Row | null = null
  const countBackground = createBackgroundCount()
  const requests = createOpenRequests()
  let background = 0
  /** The plan call that a run spoke of last: a plan event after it is its effect. */
  const planCalls = new Map<string, CallRow>()
  const toldByPlan = new Set<Row>()
  const humans = new Set<string>()

  const keyOf = (event: ApiEvent, callId: unknown) => `${event.run} ${callId}`
  const parentOf = (event: ApiEvent): CallRow | null => {
    const parentId = text(event.payload.parentCallId)
    if (parentId === null) return null
    return calls.get(keyOf(event, parentId)) ?? placeKnownCall(event, parentId)
  }

  function place<T extends Row>(row: T, event: ApiEvent): T {
    const parent = parentOf(event)
    row.depth = parent ? parent.depth + 1 : 0
    if (!parent) top.push(row)
    else {
      const lane = children.get(parent) ?? []
      lane.push(row)
      children.set(parent, lane)
    }
    return row
  }

  /** A call that lies before the loaded events gets a row where it is first spoken of. */
  function placeKnownCall(event: ApiEvent, callId: string): CallRow | null {
    const call = known.get(keyOf(event, callId))
    if (!call || calls.has(keyOf(event, callId))) return null
    addCall(call)
    return calls.get(keyOf(event, callId)) ?? null
  }

  function addCall(event: ApiEvent): void {
    const { payload } = event
    const callId = text(payload.callId) ?? `seq-${event.seq}`
    const before = calls.get(keyOf(event, callId))
    // A refining call leaves out what it does not change; any other of the same id replaces the first.
    const kept = payload.merge === true ? before : undefined
    const name = text(payload.name) ?? kept?.name ?? null
    const statedInput = str(payload.input)
    const input = statedInput ?? kept?.input ?? null
    const inputIsCut = statedInput === null ? (kept?.inputIsCut ?? false) : payload.truncated === true
    const statedKind = text(payload.kind) ?? kept?.statedKind ?? null
    const title = text(payload.title) ?? kept?.title ?? null
    const summary = describeCall(name, input, { kind: statedKind, title })
    const folder = context.cwd === null ? '' : `${context.cwd}/`
    if (folder !== '' && summary.subject.startsWith(folder))
      summary.subject = summary.subject.slice(folder.length)
    const told = { summary, name, input, inputIsCut, statedKind, title }
    if (before) {
      Object.assign(before, told)
      return
    }
    const row: CallRow = {
      kind: 'call',
      key: `call ${keyOf(event, callId)}`,
      event,
      depth: 0,
      ...told,
      result: null,
      durationMs: null,
      isLive: context.liveRuns.has(event.run),
    }
    calls.set(keyOf(event, callId), place(row, event))
    if (summary.kind === 'plan') planCalls.set(event.run, row)
  }

  function addResult(event: ApiEvent): void {
    const callId = text(event.payload.callId)
    if (callId === null) return
    const row = calls.get(keyOf(event, callId)) ?? placeKnownCall(event, callId)
    if (!row) return
    row.result = event
    row.isLive = false
    if (row.summary.kind === 'plan') planCalls.set(event.run, row)
    requests.close('callId', callId)
    const isTimed = row.event.tsKind !== 'late' && event.tsKind !== 'late'
    row.durationMs = num(event.payload.durationMs) ?? (isTimed ? Math.max(0, event.ts - row.event.ts) : null)
  }

  function addText(event: ApiEvent, kind: 'message' | 'thinking'): void {
    const { payload } = event
    const said = str(payload.text) ?? ''
    if (open && open.row.kind === kind && open.run === event.run && isSameVoice(open.row.event, event)) {
      if (payload.delta === true) {
        open.row.text += said
        return
      }
      // The whole repeats the fragments just before it: it takes their place.
      if (open.row.text === said) {
        open.row.event = event
        finish()
        return
      }
    }
    finish()
    const base = { key: `event ${event.seq}`, event, depth: 0, text: said }
    if (kind === 'thinking') {
      const row = { ...base, kind, isRedacted: payload.redacted === true && said === '' } as const
      const placed = place<Row & { kind: 'thinking' }>(row, event)
      if (payload.delta === true) open = { row: placed, run: event.run }
      return
    }
    const files = filesOf(payload.files)
    if (said === '' && files.length === 0) return
    const row = {
      ...base,
      kind,
      isError: payload.error === true,
      isStreaming: payload.delta === true,
      files,
    } as const
    const placed = place<Row & { kind: 'message' }>({ ...row }, event)
    if (payload.delta === true) open = { row: placed, run: event.run }
  }

  function addUserText(event: ApiEvent): void {
    const { payload } = event
    const said = str(payload.text) ?? ''
    const files = filesOf(payload.files)
    const base = { key: `event ${event.seq}`, event, depth: 0, text: said }
    if (payload.origin === 'injected' || text(payload.parentCallId) !== null) {
      if (said !== '') place<Row>({ ...base, kind: 'injected' }, event)
      return
    }
    // The harness repeats what the platform already recorded.
    const heard = `${event.run} ${said}`
    if (payload.origin === 'echo' && humans.has(heard)) return
    humans.add(heard)
    if (isTurnOpen) place<Row>({ ...base, kind: 'said', files }, event)
    else place<Row>({ ...base, kind: 'turn', number: ++turns, files }, event)
    isTurnOpen = true
  }

  function addRaw(event: ApiEvent): void {
    const notice = obj(event.payload.notice)
    const base = { key: `event ${event.seq}`, event, depth: 0 }
    if (!notice) {
      if (context.showRaw) place<Row>({ ...base, kind: 'raw' }, event)
      return
    }
    const noticeKind = str(notice.kind) ?? 'info'
    const words = str(notice.text) ?? ''
    const last = top.at(-1)
    if (noticeKind === 'retry' && last?.kind === 'notice' && last.noticeKind === 'retry') {
      last.count++
      last.text = words
      return
    }
    const isOpen = notice.state === 'open'
    if (!isOpen && notice.state !== undefined && notice.requestId != null) {
      const option = str(notice.answer)
      const by = str(notice.by) ?? 'user'
      // The row that asked says how it ended.
      if (requests.close('requestId', notice.requestId, option === null ? null : { by, option })) return
    }
    const row = { ...base, kind: 'notice', noticeKind, text: words, count: 1, isOpen, answer: null } as const
    const placed = place<Row & { kind: 'notice' }>(row, event)
    if (isOpen) requests.add(placed)
  }

  function addStart(event: ApiEvent): void {
    isTurnOpen = true
    const joined = start && joinStarts(start.event.payload, event.payload)
    if (start && joined) {
      start.event = { ...start.event, payload: joined }
      return
    }
    start = place<Row>({ key: `event ${event.seq}`, event, depth: 0, kind: 'started' }, event)
  }

  function finish(): void {
    if (open?.row.kind === 'message') open.row.isStreaming = false
    open = null
  }

  function add(event: ApiEvent): void {
    const { payload } = event
    const isText = event.type === 'message' || event.type === 'thinking'
    if (!isText && event.type !== 'usage' && event.type !== 'raw') finish()
    const base = { key: `event ${event.seq}`, event, depth: 0 }
    switch (event.type) {
      case 'session.started':
        addStart(event)
        break
      case 'session.title': {
        const title = text(payload.title)
        if (title !== null)
          place<Row>({ ...base, kind: 'title', title, byHuman: payload.origin === 'human' }, event)
        break
      }
      case 'message':
        if (payload.role === 'user') addUserText(event)
        else addText(event, 'message')
        break
      case 'thinking':
        addText(event, 'thinking')
        break
      case 'tool.call':
        isTurnOpen = true
        addCall(event)
        break
      case 'tool.result':
        addResult(event)
        break
      case 'plan': {
        const planCall = planCalls.get(event.run)
        if (planCall) toldByPlan.add(planCall)
        const { head, steps } = readPlan(payload, event.run)
        place<Row>({ ...base, kind: 'plan', head, steps }, event)
        break
      }
      case 'session.background':
        background = countBackground(payload)
        break
      case 'session.ended':
        isTurnOpen = false
        requests.closeAll()
        place<Row>({ ...base, kind: 'ended', background }, event)
        break
      case 'usage':
        break
      default:
        addRaw(event)
    }
  }

  function collect(rows: readonly Row[], into: Row[]): Row[] {
    for (const row of rows) {
      if (!toldByPlan.has(row) || (row.kind === 'call' && hasFailed(row))) into.push(row)
      const lane = children.get(row)
      if (lane) collect(lane, into)
    }
    return into
  }

  return {
    know: (call) => {
      known.set(keyOf(call, call.payload.callId), call)
    },
    add,
    rows: () => collect(top, []),
  }
}
