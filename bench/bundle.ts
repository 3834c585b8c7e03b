import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import type { Row } from './row.ts'

const MAX_CORE_KIB = 12
const MAX_WHOLE_KIB = 30

const SRC = fileURLToPath(new URL('../src/', import.meta.url))

/** Dialects that print the lines of another with changes of their own, and use its readers. */
const FAMILY: Readonly<Record<string, readonly string[]>> = { qwen: ['claude'], amp: ['claude'] }

/**
 * What a browser loads, minified and gzipped: entry `.` as it is, and without the harness dialects, and each of those
 * alone by its subpath.
 */
export async function benchBundle(): Promise<Row[]> {
  const core = await bundle('index.ts', [coreOnly])
  const whole = await bundle('index.ts')
  return [
    {
      what: 'core bundle (entry `.` without harness dialects), minified and gzipped, without the model table',
      figure: `${core.kib.toFixed(1)} KiB`,
      detail: core.detail,
      target: `at most ${MAX_CORE_KIB} KiB, no import`,
      met: core.kib <= MAX_CORE_KIB && core.imports === 0,
    },
    {
      what: 'the same with every dialect',
      figure: `${whole.kib.toFixed(1)} KiB`,
      detail: whole.detail,
      target: `at most ${MAX_WHOLE_KIB} KiB, no import`,
      met: whole.kib <= MAX_WHOLE_KIB && whole.imports === 0,
    },
    ...(await Promise.all(readdirSync(join(SRC, 'dialects')).filter(isFolder).map(benchDialect))),
  ]
}

async function benchDialect(name: string): Promise<Row> {
  const { kib, imports, detail, dialects } = await bundle(`dialects/${name}/index.ts`)
  const others = dialects.filter((dialect) => dialect !== name)
  const known = FAMILY[name] ?? []
  return {
    what: `dialect ${name} alone (entry \`./dialects/${name}\`)`,
    figure: `${kib.toFixed(1)} KiB`,
    detail: others.length === 0 ? detail : `${detail}; with parts of ${others.join(', ')}`,
    target:
      known.length === 0 ? 'no other dialect, no import' : `no dialect but ${known.join(', ')}, no import`,
    met: imports === 0 && others.every((other) => known.includes(other)),
  }
}

function isFolder(name: string): boolean {
  return !name.endsWith('.ts')
}

const withoutModels: Plugin = {
  name: 'without the model table',
  setup: ({ onLoad }) => {
    onLoad({ filter: /models\.gen\.ts$/ }, () => ({ contents: 'export const MODEL_WINDOWS = []' }))
  },
}

const coreOnly: Plugin = {
  name: 'without harness dialects',
  setup: ({ onLoad }) => {
    onLoad({ filter: /dialects\/[a-z]+\/index\.ts$/ }, ({ path }) => {
      const name = basename(dirname(path))
      if (name === 'none' || name === 'jsonl') return undefined
      return { contents: `export const ${name} = { protocols: [] }` }
    })
  },
}

type Bundle = { kib: number; imports: number; detail: string; dialects: string[] }

async function bundle(entry: string, plugins: Plugin[] = []): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(SRC, entry)],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    write: false,
    metafile: true,
    plugins: [withoutModels, ...plugins],
  })
  const bytes = outputFiles[0]?.contents ?? new Uint8Array(0)
  const outputs = Object.values(metafile.outputs)
  const imports = outputs.flatMap((output) => output.imports)
  const names = imports.map(({ path }) => path).join(', ') || 'nothing'
  const used = outputs.flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? (/dialects\/([a-z]+)\//.exec(path)?.[1] ?? []) : [],
    ),
  )
  return {
    kib: gzipSync(bytes, { level: 9 }).length / 1024,
    imports: imports.length,
    detail: `${(bytes.length / 1024).toFixed(1)} KiB before gzip; imports ${names}`,
    dialects: [...new Set(used)],
  }
}
