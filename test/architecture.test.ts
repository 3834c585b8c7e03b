import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const SRC = join(ROOT, 'src')

/** What each folder of `src` may import: folders, and packages (`node:` stands for all of Node's modules). */
const MAY_IMPORT: Record<string, { folders: string[]; packages: string[] | 'any' }> = {
  core: { folders: [], packages: [] },
  dialects: { folders: ['core'], packages: [] },
  'index.ts': { folders: ['core', 'dialects'], packages: [] },
  schema: { folders: ['core'], packages: ['valibot'] },
  store: { folders: ['core', 'dialects', 'schema'], packages: ['node:', '@photostructure/sqlite'] },
  recorder: { folders: ['core', 'dialects', 'schema', 'store'], packages: ['node:', 'valibot'] },
  server: {
    folders: ['core', 'dialects', 'schema', 'store', 'recorder'],
    packages: ['node:', 'hono', '@hono/node-server', 'valibot'],
  },
  cli: {
    folders: ['core', 'dialects', 'schema', 'store', 'recorder', 'server', 'index.ts'],
    packages: ['node:', 'commander'],
  },
  web: { folders: ['core'], packages: 'any' },
}

/** Folders whose code runs in a browser as well: nothing of Node, no page, no clock, no console. */
const PURE = ['core', 'dialects', 'schema', 'index.ts']
const IMPURE_WORDS =
  /\b(?:process|Buffer|console|document|window|localStorage)\b\s*[.[]|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bsetTimeout\b/

/** Words of one harness's wire format. What reads them lives in its dialect's folder. */
const DIALECT_WORDS = [
  'sessionUpdate',
  'qwen_code_version',
  'hookEventName',
  'aggregateUsage',
  'toolRequests',
  'premiumRequests',
  'tool_id',
  'resume_hint',
  'FatalTurnLimitedError',
  'model_call_id',
  'providerIdentifier',
  'finalText',
  'numTurns',
  'toolCallId',
  'rawOutput',
  'tool_use',
  'tool_result',
  'parent_tool_use_id',
  'total_cost_usd',
  'cache_read_input_tokens',
  'num_turns',
  'aggregated_output',
  'aggregatedOutput',
  'cached_input_tokens',
  'receiver_thread_ids',
  'item_type',
  'emittedAtMs',
  'sessionID',
  'callID',
  'messageID',
  'step_start',
  'step_finish',
  'parentToolCallId',
  'tool_execution_start',
  'tool_execution_end',
  'agent_end',
  'willRetry',
  'cacheWrite',
]

/** Dialects that print the lines of another with changes of their own, and may use its readers. */
const FAMILY: Record<string, string[]> = {
  'dialects/qwen': ['dialects/claude'],
  'dialects/amp': ['dialects/claude'],
}

type SourceFile = { path: string; folder: string; text: string; code: string; isTest: boolean }

const files: SourceFile[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(join(SRC, path), 'utf8')
    const isTest = /\.test(-d)?\.tsx?$/.test(path)
    return { path, folder: path.split('/')[0] ?? path, text, code: withoutComments(text), isTest }
  })
const shipped = files.filter((file) => !file.isTest)

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

function importsOf(file: SourceFile): string[] {
  const found = file.code.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\()['"]([^'"]+)['"]/g)
  return [...found].map((match) => match[1] ?? '')
}

/** Why a file may not import something, or null. */
function objection(file: SourceFile, specifier: string): string | null {
  const allowed = MAY_IMPORT[file.folder]
  if (!allowed) return `src/${file.folder} has no rule: say what it may import`
  if (specifier.startsWith('.')) {
    const target = relative(SRC, resolve(dirname(join(SRC, file.path)), specifier))
    const folder = target.split('/')[0] ?? target
    if (!existsSync(join(SRC, target))) return 'there is no such file'
    if (folder === file.folder || allowed.folders.includes(folder)) return null
    return `${file.folder} may import ${allowed.folders.join(', ') || 'nothing but itself'}`
  }
  if (allowed.packages === 'any') return specifier.startsWith('node:') ? 'a page has no Node' : null
  const names = allowed.packages
  const isAllowed = names.some((name) =>
    name === 'node:' ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`),
  )
  return isAllowed ? null : `${file.folder} may import the packages ${names.join(', ') || '(none)'}`
}

describe('architecture', () => {
  it('sees the files', () => {
    expect(shipped.length).toBeGreaterThan(40)
    expect(shipped.flatMap(importsOf).length).toBeGreaterThan(100)
  })

  it('imports in one direction', () => {
    const wrong = shipped.flatMap((file) =>
      importsOf(file).flatMap((specifier) => {
        const reason = objection(file, specifier)
        return reason === null ? [] : [`${file.path} imports ${specifier}: ${reason}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('would notice an import in the wrong direction', () => {
    const file = { path: 'core/x.ts', folder: 'core', text: '', code: '', isTest: false }
    expect(objection(file, '../dialects/registry.ts')).toBe('core may import nothing but itself')
    expect(objection(file, 'node:fs')).toBe('core may import the packages (none)')
    expect(objection(file, './events.ts')).toBeNull()
  })

  it('keeps dialects apart from each other', () => {
    const wrong = shipped
      .filter((file) => file.folder === 'dialects' && file.path.split('/').length > 2)
      .flatMap((file) => {
        const own = file.path.split('/').slice(0, 2).join('/')
        return importsOf(file)
          .map((specifier) => relative(SRC, resolve(dirname(join(SRC, file.path)), specifier)))
          .filter((target) => target.startsWith('dialects/') && !target.startsWith(`${own}/`))
          .filter((target) => !FAMILY[own]?.some((folder) => target.startsWith(`${folder}/`)))
          .map((target) => `${file.path} imports ${target}`)
      })
    expect(wrong).toEqual([])
  })

  it('keeps the library free of Node, page, clock and console', () => {
    const wrong = shipped
      .filter((file) => PURE.includes(file.folder))
      .flatMap((file) => [...(IMPURE_WORDS.exec(file.code) ?? [])].map((word) => `${file.path}: ${word}`))
    expect(wrong).toEqual([])
  })

  it('keeps the words of a dialect in its folder', () => {
    const words = new RegExp(`\\b(?:${DIALECT_WORDS.join('|')})\\b`)
    const wrong = shipped
      .filter((file) => file.folder !== 'dialects')
      .flatMap((file) => (words.exec(file.text) ?? []).slice(0, 1).map((word) => `${file.path}: ${word}`))
    expect(wrong).toEqual([])
    expect(shipped.some((file) => file.folder === 'dialects' && words.test(file.text))).toBe(true)
  })

  it('has no default exports', () => {
    expect(files.filter((file) => /\bexport default\b/.test(file.code)).map((file) => file.path)).toEqual([])
  })

  it('re-exports from entries only', () => {
    const isEntry = (path: string): boolean =>
      /^(?:(?:schema|store|recorder|server|dialects\/[^/]+)\/)?index\.ts$/.test(path)
    const wrong = files.filter((file) => {
      const isIndex = /^index\.tsx?$/.test(basename(file.path))
      const hasReExport = /\bexport\s+(?:type\s+)?(?:\*|\{[^}]*\})[^;\n]*\bfrom\b/.test(file.code)
      return !isEntry(file.path) && (isIndex || hasReExport)
    })
    expect(wrong.map((file) => file.path)).toEqual([])
  })

  it('names files after one idea, in kebab-case, and keeps them short', () => {
    const wrong = files
      .filter(({ path }) => !path.includes('.gen.'))
      .flatMap(({ path, text }) => {
        const name = basename(path)
        const lineCount = text.split('\n').length
        if (/^(?:utils?|helpers?|misc|common)\b/.test(name))
          return [`${path}: says nothing about what it holds`]
        if (!/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z-]+)*\.tsx?$/.test(name))
          return [`${path}: is not kebab-case`]
        return lineCount > 301 ? [`${path}: has ${lineCount} lines, more than 300`] : []
      })
    expect(wrong).toEqual([])
  })
})
