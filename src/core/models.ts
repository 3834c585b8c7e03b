import { MODEL_WINDOWS } from './models.gen.ts'
import { count, obj } from './read.ts'

/** A key for Anthropic's models API, of the kind that it takes. */
export type ModelCredential = { apiKey: string } | { authToken: string }

/** What `resolveContextWindow` may use: a `fetch` of the caller, and a signal to give up. */
export type ResolveOptions = { fetch?: typeof globalThis.fetch; signal?: AbortSignal }

type Rule = { sign: string; word: string; contextWindow: number }

const MODELS_API = 'https://api.anthropic.com/v1/models/'

const RULES: readonly Rule[] = MODEL_WINDOWS.flatMap(([contextWindow, rules]) =>
  rules.split(' ').map((rule) => ({ sign: rule.charAt(0), word: rule.slice(1), contextWindow })),
)

/** The last answer: folds ask for one model thousands of times in a row, and the table has hundreds of rules. */
let lastAnswer: { model: string; contextWindow: number | null } = { model: '', contextWindow: null }

/**
 * The context window of a model in tokens, from a generated table, for the time before the harness has said it; null
 * when the model is unknown. `[1m]` behind a name is Claude Code's way to ask for the million.
 */
export function contextWindowOf(model: string | null): number | null {
  if (model === null) return null
  if (model !== lastAnswer.model) lastAnswer = { model, contextWindow: lookUp(model.slice(0, 200)) }
  return lastAnswer.contextWindow
}

/** A model's name and window, as `session.started` states them. */
export function modelFacts(model: string | null): { model: string | null; contextWindow: number | null } {
  return { model, contextWindow: contextWindowOf(model) }
}

/**
 * The context window in tokens: asked of Anthropic's Models API when a credential is given, else from the table; null
 * when neither knows. A refused, broken or aborted answer counts as no answer.
 */
export async function resolveContextWindow(
  model: string | null,
  credential: ModelCredential | null,
  options: ResolveOptions = {},
): Promise<number | null> {
  const known = contextWindowOf(model)
  if (model === null || credential === null || model.endsWith('[1m]')) return known
  return (await askModelsApi(bareName(model), credential, options)) ?? known
}

async function askModelsApi(
  model: string,
  credential: ModelCredential,
  { fetch = globalThis.fetch, signal }: ResolveOptions,
): Promise<number | null> {
  const headers: Record<string, string> = { 'anthropic-version': '2023-06-01' }
  if ('apiKey' in credential) headers['x-api-key'] = credential.apiKey
  else headers.authorization = `Bearer ${credential.authToken}`
  try {
    const response = await fetch(MODELS_API + encodeURIComponent(model), {
      headers,
      ...(signal ? { signal } : {}),
    })
    return response.ok ? count(obj(await response.json())?.max_input_tokens) : null
  } catch {
    return null
  }
}

function lookUp(model: string): number | null {
  const name = model.toLowerCase()
  if (name.endsWith('[1m]')) return 1_000_000
  const bare = bareName(name)
  return findWindow(bare) ?? findWindow(bare.replace(DATED, ''))
}

/** A release behind a model's name, which points at one version of the same model. */
const DATED = /-(?:\d{8}|\d{4}-\d{2}-\d{2}|\d{3}|latest)$/

/**
 * The model's own name without a provider's path, region, revision and route: `us.anthropic.claude-x-v1:0`,
 * `anthropic/claude-x` and `claude-x@20260101` are `claude-x`.
 */
function bareName(name: string): string {
  return name
    .slice(name.lastIndexOf('/') + 1)
    .replace(/^(?:[a-z-]+\.)?anthropic\./, '')
    .replace(/-v\d+(?::\d+)?$/, '')
    .replace(/[@:].*$/, '')
}

function findWindow(name: string): number | null {
  return RULES.find((rule) => matches(name, rule))?.contextWindow ?? null
}

function matches(name: string, { sign, word }: Rule): boolean {
  switch (sign) {
    case '=':
      return name === word
    case '^':
      return name.startsWith(word)
    case '$':
      return name.endsWith(word)
    default:
      return name.includes(word)
  }
}
