import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Builds what runs inside the namespace, where only Node is, into a folder. */
export async function bundleLab(folder: string, entry = 'run/inside.ts'): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  await build({
    entryPoints: [join(root, entry), join(root, 'mcp-server.ts')],
    entryNames: '[name]',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  })
}
