import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Row } from './row.ts'

const MAX_KIB = 12

/** The library entry for a browser, minified and gzipped, without the generated model table. */
export async function benchBundle(): Promise<Row[]> {
  const imports: string[] = []
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
        name: 'without the model table',
        setup: ({ onLoad }) => {
          onLoad({ filter: /models\.gen\.ts$/ }, () => ({ contents: 'export const MODEL_WINDOWS = []' }))
        },
      },
    ],
  })
  for (const output of Object.values(metafile.outputs))
    imports.push(...output.imports.map(({ path }) => path))
  const bytes = outputFiles[0]?.contents ?? new Uint8Array(0)
  const kib = gzipSync(bytes, { level: 9 }).length / 1024
  return [
    {
      what: 'core bundle, minified and gzipped, without the model table',
      figure: `${kib.toFixed(1)} KiB`,
      detail: `${(bytes.length / 1024).toFixed(1)} KiB before gzip; imports ${imports.length === 0 ? 'nothing' : imports.join(', ')}`,
      target: `at most ${MAX_KIB} KiB, no import`,
      met: kib <= MAX_KIB && imports.length === 0,
    },
  ]
}
