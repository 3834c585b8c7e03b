import { signal } from '@preact/signals'

/** Classes of coloured code: keywords, strings, comments. */
export type CodeTone = 'c-k' | 'c-s' | 'c-c'

/** A piece of code of one tone. */
export type CodePiece = { text: string; tone: CodeTone | null }

type Colourer = (text: string, language: string) => CodePiece[] | null

/** Longer code is shown without colours: it costs more than they are worth. */
const MAX_LENGTH = 50_000

const colourer = signal<Colourer | null>(null)
let isAsked = false

/** Code in coloured pieces; null until the colours are loaded, and for languages that nobody knows. */
export function colouredCode(text: string, language: string | null): CodePiece[] | null {
  if (language === null || text.length > MAX_LENGTH) return null
  if (!isAsked) {
    isAsked = true
    import('./highlight.ts').then(
      (module) => {
        colourer.value = module.colourCode
      },
      () => undefined,
    )
  }
  return colourer.value?.(text, language) ?? null
}

/** Coloured code line by line. */
export function colouredLines(text: string, language: string | null): CodePiece[][] | null {
  const pieces = colouredCode(text, language)
  if (!pieces) return null
  const lines: CodePiece[][] = [[]]
  for (const { text: words, tone } of pieces) {
    for (const [index, part] of words.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push({ text: part, tone })
    }
  }
  return lines
}

/** Words of code fences and endings of files, by language. */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  bash: ['sh', 'bash', 'zsh', 'shell', 'console'],
  c: ['c', 'h'],
  cpp: ['cpp', 'cc', 'cxx', 'hpp'],
  csharp: ['cs', 'csharp'],
  css: ['css', 'scss'],
  go: ['go'],
  java: ['java'],
  javascript: ['js', 'mjs', 'cjs', 'jsx', 'javascript'],
  json: ['json', 'jsonl', 'json5'],
  kotlin: ['kt', 'kts', 'kotlin'],
  php: ['php'],
  python: ['py', 'python'],
  ruby: ['rb', 'ruby'],
  rust: ['rs', 'rust'],
  sql: ['sql'],
  swift: ['swift'],
  typescript: ['ts', 'mts', 'cts', 'tsx', 'typescript'],
  xml: ['xml', 'html', 'htm', 'svg', 'vue'],
  yaml: ['yml', 'yaml'],
}
const BY_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries(LANGUAGES).flatMap(([language, words]) => words.map((word) => [word, language] as const)),
)

/** The language of a code fence's word or of a file's name; null for one that is not known. */
export function languageOf(name: string): string | null {
  const word = name.toLowerCase().split(/[\s{,]/)[0] ?? ''
  return BY_WORD.get(word.split('.').at(-1) ?? '') ?? null
}
