/** Something that the scripted model asks for, in words that no harness uses: each harness maps it to a tool of its own. */
export type Call =
  | { tool: 'shell'; command: string; about: string }
  | { tool: 'read'; path: string }
  | { tool: 'write'; path: string; content: string }
  | { tool: 'edit'; path: string; from: string; to: string }
  | { tool: 'plan'; steps: readonly PlanStep[]; isFirst: boolean }
  | { tool: 'mcp'; name: 'echo' | 'fail'; text: string }
  | { tool: 'delegate'; task: string }
  | { tool: 'unknown' }

/** The name of an abstract tool. */
export type ToolName = Call['tool']

/** How far a step of a plan is. */
export type PlanStatus = 'pending' | 'in_progress' | 'completed'

/** A step of a plan. */
export type PlanStep = { text: string; status: PlanStatus }

/** Tokens of one answer, disjoint: `input` is without the cache; `output` includes `reasoning`. */
export type Usage = {
  input: number
  output: number
  reasoning: number
  cacheRead: number
  cacheCreation: number
}

/** An answer of the model. What is not given is empty; usage that is not given is made up, different for each answer. */
export type Reply = {
  think?: string
  /** One text, sent in these pieces. */
  say?: string | readonly string[]
  calls?: readonly Call[]
  usage?: Partial<Usage>
  /** Why the answer stops: at its end, or at the token limit. */
  stop?: 'end' | 'limit'
  /** The connection is closed in the middle of the answer. */
  isCut?: boolean
}

/** An HTTP error in place of an answer. `kind` is the word that the API has for it. */
export type Failure = { status: number; message: string; kind: string; retryAfterS?: number }

/** What the server sends to one request of the model. */
export type Answer = Reply | Failure

/** One process of the harness: what it is asked, and what the model answers. The last answer repeats. */
export type Run = {
  prompt: string
  answers: readonly Answer[]
  /** What the model answers to a subagent, told apart by {@link HELPER_MARK} in its prompt. */
  helperAnswers?: readonly Answer[]
  /** Refuse what the harness asks permission for; it is started without the flags that allow everything. */
  isDenied?: boolean
  /** Interrupt the process as soon as the scripted command has made the file {@link RUNNING_FILE}. */
  isInterrupted?: boolean
}

/** A situation to record. More than one run means: the same session, gone on with in another process. */
export type Scenario = {
  name: string
  /** What the recording is meant to show. */
  note: string
  runs: readonly [Run, ...Run[]]
}

/** A word in the task of every subagent. */
export const HELPER_MARK = 'SUBTASK'

/** Where a scripted command says that it runs, in the working folder. */
export const RUNNING_FILE = '.lab-running'

/** Whether an answer is an HTTP error. */
export function isFailure(answer: Answer): answer is Failure {
  return 'status' in answer
}

/** The abstract tools that a scenario needs. */
export function toolsOf({ runs }: Scenario): Set<ToolName> {
  const answers = runs.flatMap((run) => [...run.answers, ...(run.helperAnswers ?? [])])
  return new Set(
    answers.flatMap((answer) => (isFailure(answer) ? [] : (answer.calls ?? []).map((call) => call.tool))),
  )
}

/** A call of the shell. */
export const shell = (command: string, about = 'Run a command'): Call => ({ tool: 'shell', command, about })
/** A file read whole. */
export const read = (path: string): Call => ({ tool: 'read', path })
/** A file written whole. */
export const write = (path: string, content: string): Call => ({ tool: 'write', path, content })
/** One replacement in a file. */
export const edit = (path: string, from: string, to: string): Call => ({ tool: 'edit', path, from, to })
/** A call of a tool of the demo MCP server. */
export const mcp = (name: 'echo' | 'fail', text: string): Call => ({ tool: 'mcp', name, text })
/** A task for a subagent. */
export const delegate = (task: string): Call => ({ tool: 'delegate', task: `${HELPER_MARK}: ${task}` })
/** The plan, whole. `isFirst` is for harnesses that create steps and then change them. */
export const plan = (isFirst: boolean, ...steps: PlanStep[]): Call => ({ tool: 'plan', steps, isFirst })
