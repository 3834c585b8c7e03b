import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Row } from './row.ts'

const MAX_CORE_KIB = 12

/**
 * What a browser loads, minified and gzipped: entry `.` as it is, and without the harness dialects, of which each has a
 * size of its own.
 */
export async function benchBundle(): Promise<Row[]> {
  const core = await bundleEntry({ withDialects: false })
  const whole = await bundleEntry({ withDialects: true })
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
      target: 'no import',
      met: whole.imports === 0,
    },
  ]
}

async function bundleEntry({
  withDialects,
}: {
  withDialects: boolean
}): Promise<{ kib: number; imports: number; detail: string }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    write: false,
    metafile: true,
    plugins: [
      {
        name: 'leave parts out',
        setup: ({ onLoad }) => {
          onLoad({ filter: /models\.gen\.ts$/ }, () => ({ contents: 'export const MODEL_WINDOWS = []' }))
          onLoad({ filter: /dialects\/[a-z]+\/index\.ts$/ }, ({ path }) => {
            const name = basename(dirname(path))
            if (withDialects || name === 'none' || name === 'jsonl') return undefined
            return { contents: `export const ${name} = { protocols: [] }` }
          })
        },
      },
    ],
  })
  const bytes = outputFiles[0]?.contents ?? new Uint8Array(0)
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  const names = imports.map(({ path }) => path).join(', ') || 'nothing'
  return {
    kib: gzipSync(bytes, { level: 9 }).length / 1024,
    imports: imports.length,
    detail: `${(bytes.length / 1024).toFixed(1)} KiB before gzip; imports ${names}`,
  }
}
