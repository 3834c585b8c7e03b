import type { VNode } from 'preact'
import { str } from '../../core/read.ts'
import { sourceUrl } from '../api/client.ts'
import { languageOf } from '../base/code-colours.ts'
import { Diff } from '../base/diff.tsx'
import { Markdown } from '../base/markdown.tsx'
import { JsonTree } from '../base/tree.tsx'
import { readHits } from '../model/hits.ts'
import type { CallRow } from '../model/row.ts'
import { splitDiffs } from '../state/preferences.ts'
import { outcomeOf } from './call-view.ts'
import type { EditView } from './edit-view.ts'
import { Hits } from './hits.tsx'
import { ClipMark, Output } from './output.tsx'

/** Longer JSON is shown as text: a tree of it would cost more than it tells. */
const MAX_TREE_LENGTH = 200_000

/** What a call did, below its row: its change, its input, its output. */
export function CallBody({
  row,
  edit,
  taskId,
}: {
  row: CallRow
  edit: EditView | null
  taskId: string
}): VNode {
  const { kind, subject } = row.summary
  const output = str(row.result?.payload.output)
  const failed = outcomeOf(row) === 'failed'
  const showsInput =
    kind === 'other' || kind === 'mcp' || kind === 'fetch' || kind === 'agent' || (kind === 'edit' && !edit)
  return (
    <>
      {edit && (
        <Diff
          lines={edit.lines}
          isNewFile={edit.isNewFile}
          language={languageOf(subject)}
          isSplit={splitDiffs.value}
        />
      )}
      {kind === 'edit' && !edit && row.result !== null && !failed && (
        <div class="hint">The harness names the file and does not print the change.</div>
      )}
      {kind === 'execute' && subject.length > 80 && <div class="out well">{subject}</div>}
      {showsInput && row.input !== null && <Input input={row.input} isAgent={kind === 'agent'} />}
      {row.inputIsCut && (
        <ClipMark
          shown={row.input?.length ?? 0}
          of={row.event.payload.originalLength}
          href={sourceUrl(taskId, row.event.seq)}
        />
      )}
      {output !== null && output !== '' && (kind !== 'edit' || failed) && (
        <Result row={row} output={output} />
      )}
      {row.result?.payload.truncated === true && (
        <ClipMark
          shown={output?.length ?? 0}
          of={row.result.payload.originalLength}
          href={sourceUrl(taskId, row.result.seq)}
        />
      )}
      {outcomeOf(row) === 'unfinished' && (
        <div class="hint">The run ended before this call had a result. It may have run in part.</div>
      )}
    </>
  )
}

function Input({ input, isAgent }: { input: string; isAgent: boolean }): VNode | null {
  const value = parseJson(input)
  const prompt = isAgent ? str((value as { prompt?: unknown } | null)?.prompt) : null
  if (prompt !== null) {
    return (
      <div class="think-open">
        <Markdown text={prompt} />
      </div>
    )
  }
  if (value === null) return /^\s*[{[]\s*[}\]]\s*$/.test(input) ? null : <div class="out well">{input}</div>
  return (
    <div class="out well tree-box">
      <JsonTree value={value} />
    </div>
  )
}

function Result({ row, output }: { row: CallRow; output: string }): VNode {
  const { kind, subject } = row.summary
  if (kind === 'agent') return <Markdown text={output} />
  const hits = kind === 'search' ? readHits(output) : null
  if (hits) return <Hits hits={hits} pattern={subject} />
  const value = kind === 'mcp' || kind === 'other' ? parseJson(output) : null
  if (value === null) return <Output text={output} />
  return (
    <div class="out well tree-box">
      <JsonTree value={value} />
    </div>
  )
}

/** Objects and lists; null for anything else. */
function parseJson(text: string): object | null {
  if (text.length > MAX_TREE_LENGTH || !/^\s*[[{]/.test(text)) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? value : null
  } catch {
    return null
  }
}
