import { AGENT_PROTOCOLS, type AgentProtocol, isAgentProtocol } from '../dialects/registry.ts'
import { CliProblem } from './problem.ts'

/** The protocol of that name. Throws a `CliProblem` that lists the known ones. */
export function readProtocol(name: string): AgentProtocol {
  if (isAgentProtocol(name)) return name
  const known = AGENT_PROTOCOLS.join(', ')
  throw new CliProblem(`Unknown protocol ${JSON.stringify(name)}. Known protocols: ${known}.`, 2)
}

const PERMISSION_POLICIES = ['ask', 'allow', 'deny'] as const

/** Who answers permission requests; undefined where nothing is said. Throws a `CliProblem` for any other word. */
export function readPermissions(word: string | undefined): (typeof PERMISSION_POLICIES)[number] | undefined {
  const policy = PERMISSION_POLICIES.find((one) => one === word)
  if (policy !== undefined || word === undefined) return policy
  throw new CliProblem(
    `--permissions wants ${PERMISSION_POLICIES.join(', ')}, not ${JSON.stringify(word)}.`,
    2,
  )
}

/** The number that an option gives. Throws a `CliProblem` for anything else, or one out of bounds. */
export function readNumber(
  option: string,
  value: string,
  { min, max, isWhole = true }: { min: number; max: number; isWhole?: boolean },
): number {
  const number = value.trim() === '' ? Number.NaN : Number(value)
  if (number >= min && number <= max && (!isWhole || Number.isInteger(number))) return number
  const kind = isWhole ? 'a whole number' : 'a number'
  throw new CliProblem(`${option} wants ${kind} from ${min} to ${max}, not ${JSON.stringify(value)}.`, 2)
}
