import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

beforeAll(() => {
  if (!existsSync(join(ROOT, 'dist/index.js'))) {
    throw new Error('The package is not built. Run `npm run build`, or `npm test`, which does it first.')
  }
})

describe('the package', () => {
  it('holds what it needs to run and nothing that only the repository needs', () => {
    const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const paths: string[] = JSON.parse(output)[0].files.map((file: { path: string }) => file.path)
    for (const path of [
      'LICENSE',
      'README.md',
      'demo/harness.mjs',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/cli/main.js',
      'dist/web/index.html',
    ]) {
      expect(paths).toContain(path)
    }
    expect(paths.filter((path) => /\.test\.|^(?:src|test|fixtures|bench|scripts)\//.test(path))).toEqual([])
  })

  it('has a command that starts by itself', () => {
    const main = join(ROOT, manifest.bin['agent-stream'])
    expect(readFileSync(main, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true)
    expect(statSync(main).mode & 0o111).toBe(0o111)
    expect(execFileSync(main, ['--version'], { encoding: 'utf8' }).trim()).toBe(manifest.version)
  })

  it.each([
    ['agent-stream', 'parseLines'],
    ['agent-stream/dialects/claude', 'claude'],
    ['agent-stream/dialects/jsonl', 'jsonl'],
    ['agent-stream/dialects/none', 'none'],
    ['agent-stream/schema', 'validateEvent'],
    ['agent-stream/store', 'openStore'],
    ['agent-stream/recorder', 'startRun'],
    ['agent-stream/server', 'createApp'],
  ])('exports %s', (entry, name) => {
    const script = `const entry = await import('${entry}'); process.stdout.write(typeof entry['${name}'])`
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect(output).toMatch(/^(?:function|object)$/)
  })

  it('has a library entry that loads nothing but itself', () => {
    const loaded = new Set<string>()
    const foreign = new Set<string>()
    const follow = (file: string): void => {
      if (loaded.has(file)) return
      loaded.add(file)
      const code = readFileSync(file, 'utf8')
      for (const [, specifier = ''] of code.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g)) {
        if (specifier.startsWith('.')) follow(resolve(dirname(file), specifier))
        else foreign.add(specifier)
      }
    }
    follow(join(ROOT, 'dist/index.js'))
    expect([...foreign]).toEqual([])
    expect(loaded.size).toBeGreaterThan(30)
  })

  it('pins every dependency and runs nothing at install', () => {
    const { dependencies, optionalDependencies, devDependencies, scripts } = manifest
    const versions = Object.values({ ...dependencies, ...optionalDependencies, ...devDependencies })
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([])
    const hooks = ['preinstall', 'install', 'postinstall', 'prepare']
    expect(Object.keys(scripts).filter((name) => hooks.includes(name))).toEqual([])
  })
})
