/**
 * Writes `src/core/models.gen.ts`: which context window the models of the large providers have, from a pinned data
 * package. Prices are left out on purpose. Usage: tsx scripts/generate-models.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { findProvider } from '@pydantic/genai-prices'

/** When the pinned package was read; changes with its version. */
const READ_ON = '2026-12-01'

const PROVIDERS = ['anthropic', 'openai', 'google', 'x-ai', 'moonshotai', 'zhipuai', 'deepseek', 'mistral']

/** Speech, image and embedding models: no harness runs them. */
const NO_AGENT = /embedding|tts|audio|realtime|transcribe|ocr|voxtral|image|vision|computer-use|instruct/

/** Windows that Claude Code 2.1.332 stated and the package does not know yet. */
const MEASURED = ['  [1000000, "^claude-haiku-5 ^claude-fable-5"],']

type Match = { [rule: string]: unknown }

const source = JSON.parse(readFileSync('node_modules/@pydantic/genai-prices/package.json', 'utf8'))
const rows: { contextWindow: number; rules: string[] }[] = []
for (const providerId of PROVIDERS) {
  for (const model of findProvider({ providerId })?.models ?? []) {
    if (!model.context_window || NO_AGENT.test(model.id)) continue
    // Other providers sell Claude under names that the reader makes bare.
    if (providerId !== 'anthropic' && model.id.includes('claude')) continue
    const rules = [...new Set(flatten(model.match as unknown as Match))].filter(
      (rule) => !NO_AGENT.test(rule),
    )
    const last = rows.at(-1)
    if (last?.contextWindow === model.context_window) last.rules.push(...rules)
    else if (rules.length > 0) rows.push({ contextWindow: model.context_window, rules })
  }
}

/**
 * Rules as `=equals`, `^starts with`, `$ends with`, `*contains`. Patterns only add dated names, which the reader
 * strips; of a conjunction the other parts leave out speech models.
 */
function flatten(match: Match): string[] {
  const [rule, value] = Object.entries(match)[0] ?? []
  if ((rule === 'or' || rule === 'and') && Array.isArray(value)) return value.flatMap(flatten)
  const sign = { equals: '=', starts_with: '^', ends_with: '$', contains: '*' }[rule ?? '']
  const isName = sign && typeof value === 'string' && !/[ /]|-\d{8}$|-\d{4}-\d\d-\d\d$/.test(value)
  return isName ? [sign + value.toLowerCase()] : []
}

const lines = rows.map(
  ({ contextWindow, rules }) => `  [${contextWindow}, ${JSON.stringify(rules.join(' '))}],`,
)
writeFileSync(
  'src/core/models.gen.ts',
  `/** Made by scripts/generate-models.ts from @pydantic/genai-prices ${source.version}. Do not edit. */

/** Where the table comes from. */
export const MODEL_TABLE_SOURCE = '@pydantic/genai-prices ${source.version} and Claude Code 2.1.332, read ${READ_ON}'

/** Context windows in tokens, and by which rules a model's name is theirs: \`=equals ^starts $ends *contains\`. */
export const MODEL_WINDOWS: readonly (readonly [contextWindow: number, rules: string])[] = [
${[...lines, ...MEASURED].join('\n')}
]
`,
)
