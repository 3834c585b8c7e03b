import { groupBy } from '../../scripts/recordings/group.ts'
import { formatTable } from '../../scripts/recordings/table.ts'

const EXAMPLE_LENGTH = 100
const SHOWN_NAMES = 3

/** Something that is not as it was, for a person to act on. */
export type Change = {
  what:
    | 'kind not listed'
    | 'new kind'
    | 'kind gone'
    | 'new key'
    | 'key gone'
    | 'new type'
    | 'event new'
    | 'event gone'
    | 'event differs'
    | 'not read fully'
    | 'as before'
  /** Kind of line, or type of event. */
  kind: string
  /** Path of the key, or what is wrong; empty where it is about the kind. */
  key: string
  scenarios: string[]
  example: string
  /** Whether the dialect no longer reads its harness fully. */
  isFailure: boolean
}

/** The order of the rows: what asks for more work comes first. */
const ORDER: readonly Change['what'][] = [
  'not read fully',
  'kind not listed',
  'new kind',
  'kind gone',
  'event new',
  'event gone',
  'event differs',
  'new key',
  'key gone',
  'new type',
  'as before',
]

/** A table of changes, failures first; a key that several kinds share has one row. */
export function describeChanges(changes: readonly Change[]): string {
  const rows = [...groupBy(changes, ({ what, kind, key }) => `${what} ${key === '' ? kind : key}`).values()]
    .flatMap((group) => joinKinds(group))
    .sort((left, right) => rank(left) - rank(right))
    .map(({ what, kind, key, scenarios, example, isFailure }) => [
      isFailure ? `FAIL ${what}` : what,
      kind,
      key,
      listed(scenarios),
      cut(example),
    ])
  return formatTable(['what', 'kind', 'key', 'scenarios', 'example'], rows)
}

function joinKinds(group: readonly Change[]): Change[] {
  const [first] = group
  if (!first) return []
  const kinds = [...new Set(group.map(({ kind }) => kind))]
  const scenarios = [...new Set(group.flatMap((change) => change.scenarios))]
  return [{ ...first, kind: listed(kinds), scenarios }]
}

function rank({ isFailure, what }: Change): number {
  return ORDER.indexOf(what) - (isFailure ? ORDER.length : 0)
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_NAMES).join(', ')
  return names.length > SHOWN_NAMES ? `${shown} and ${names.length - SHOWN_NAMES} more` : shown
}

function cut(example: string): string {
  const line = example.replace(/\s+/g, ' ').replaceAll('|', '\\|')
  return line.length > EXAMPLE_LENGTH ? `${line.slice(0, EXAMPLE_LENGTH)}…` : line
}
