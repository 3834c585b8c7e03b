import { isAgentProtocol } from '../../../src/index.ts'
import type { Recording } from '../../recordings.ts'
import type { HarnessFacts } from '../harness-facts.ts'

type End = readonly [status: string, reason: string | null]

/** How the lab's scenarios end, whatever the harness. */
const ENDS: Readonly<Record<string, End>> = {
  error: ['failed', 'api_error'],
  'error-after-tool': ['failed', 'api_error'],
  unauthorized: ['failed', 'auth'],
  'token-limit': ['failed', 'output_limit'],
  interrupt: ['interrupted', null],
}

/** What is known of the drift lab's recordings of one harness. */
const BY_FOLDER: Readonly<Record<string, Partial<HarnessFacts>>> = {}

/** What is known of a recording that the drift lab made; null where no dialect reads its protocol. */
export function labFactsOf({ harness, lab }: Recording): HarnessFacts | null {
  const { protocol } = lab ?? {}
  if (!isAgentProtocol(protocol)) return null
  const { ends, ...facts } = BY_FOLDER[harness] ?? {}
  return {
    folder: harness,
    protocolOf: () => protocol,
    stoppedByUser: ['interrupt'],
    foreign: {},
    usageExceptions: {},
    textExceptions: {},
    toolsWithoutKind: ['no_such_tool'],
    ...facts,
    ends: { ...ENDS, ...ends },
  }
}
