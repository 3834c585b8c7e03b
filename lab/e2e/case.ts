import type { Answer, Call } from '../scenarios/language.ts'
import type { ToolUse } from '../server/script.ts'
import type { Product } from './product.ts'

/** Something that held, or did not. */
export type Check = { what: string; isMet: boolean; detail: string }

/** One way of using a real CLI through agent-stream. */
export type EndToEndCase = {
  name: string
  /** The definition of the CLI in `lab/harnesses`. */
  harness: string
  /** The name under which the program is in the PATH, as on a person's machine. */
  program: string
  /** Its arguments; those that its protocol needs are agent-stream's business. */
  args: readonly string[]
  /** What the model answers, over all turns. */
  answers: readonly Answer[]
  /** Calls in the CLI's words where the harness's own table has none. */
  words?: (call: Call) => ToolUse | null
  /** How the tokens that agent-stream counted compare with those that were served. */
  tokens: 'exact' | 'in and out' | 'none'
  /** The title that the task has in the end. */
  title: string
  /** What is done; checks of its own are noted on the way. */
  act(product: Product): Promise<void>
}
