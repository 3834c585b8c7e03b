/**
 * Writes `src/core/models.gen.ts`: which context window the models of the large providers have, from a pinned data
 * package. Prices are left out on purpose. Usage: tsx scripts/generate-models.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { findProvider } from '@pydantic/genai-prices'

const PROVIDERS = ['anthropic', 'openai', 'google', 'x-ai', 'moonshotai', 'zhipuai', 'deepseek', 'mistral']

type Match = { [rule: string]: unknown }

const source = JSON.parse(readFileSync('node_modules/@pydantic/genai-prices/package.json', 'utf8'))
const rows: string[] = []
for (const providerId of PROVIDERS) {
  for (const model of findProvider({ providerId })?.models ?? []) {
    if (!model.context_window) continue
    const rules = flatten(model.match as unknown as Match)
    if (rules.length > 0) rows.push(`  [${model.context_window}, ${JSON.stringify(rules.join(' '))}],`)
  }
}

/**
 * Rules as `=equals`, `^starts with`, `$ends with`, `*contains`. Patterns only add dated names, which the reader
 * strips; of a conjunction the other parts leave out speech models, which no harness runs.
 */
function flatten(match: Match): string[] {
  const [rule, value] = Object.entries(match)[0] ?? []
  if ((rule === 'or' || rule === 'and') && Array.isArray(value)) return value.flatMap(flatten)
  const sign = { equals: '=', starts_with: '^', ends_with: '$', contains: '*' }[rule ?? '']
  return sign && typeof value === 'string' && !value.includes(' ') ? [sign + value.toLowerCase()] : []
}

writeFileSync(
  'src/core/models.gen.ts',
  `/** Made by scripts/generate-models.ts from @pydantic/genai-prices ${source.version}. Do not edit. */

/** Where the table comes from. */
export const MODEL_TABLE_SOURCE = '@pydantic/genai-prices ${source.version}, read 2026-12-01'

/** Context windows in tokens, and by which rules a model's name is theirs: \`=equals ^starts $ends *contains\`. */
export const MODEL_WINDOWS: readonly (readonly [contextWindow: number, rules: string])[] = [
${rows.join('\n')}
]
`,
)
