import { MODEL_WINDOWS } from './models.gen.ts'
import { count, obj } from './read.ts'

/** A key for a provider's models API, of the kind that the provider takes. */
export type ModelCredential = { apiKey: string } | { authToken: string }

/** What `resolveContextWindow` may use: a `fetch` of the caller, and a signal to give up. */
export type ResolveOptions = { fetch?: typeof globalThis.fetch; signal?: AbortSignal }

const MODELS_API = 'https://api.anthropic.com/v1/models/'

/**
 * The context window of a model in tokens, from a generated table, for the time before the harness has said it; null
 * when the model is unknown. `[1m]` behind a name is Claude Code's way to ask for the million.
 */
export function contextWindowOf(model: string | null): number | null {
  if (model === null) return null
  const name = model.toLowerCase()
  if (name.endsWith('[1m]')) return 1_000_000
  const bare = bareName(name)
  return findWindow(bare) ?? findWindow(bare.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, ''))
}

/**
 * The context window in tokens: asked of the Models API when a credential is given, else from the table; null when
 * neither knows. A refused or broken answer counts as no answer.
 */
export async function resolveContextWindow(
  model: string | null,
  credential: ModelCredential | null,
  options: ResolveOptions = {},
): Promise<number | null> {
  if (model === null) return null
  return (credential && (await askModelsApi(model, credential, options))) ?? contextWindowOf(model)
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

/** The model's own name without a provider's path, region and revision: `us.anthropic.claude-x-v1:0` is `claude-x`. */
function bareName(name: string): string {
  return name
    .slice(name.lastIndexOf('/') + 1)
    .replace(/^(?:[a-z]+\.)?anthropic\./, '')
    .replace(/-v\d+(?::\d+)?$/, '')
}

function findWindow(name: string): number | null {
  for (const [contextWindow, rules] of MODEL_WINDOWS) {
    if (rules.split(' ').some((rule) => matches(name, rule))) return contextWindow
  }
  return null
}

function matches(name: string, rule: string): boolean {
  const word = rule.slice(1)
  switch (rule[0]) {
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
