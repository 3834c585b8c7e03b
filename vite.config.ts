import { defineConfig } from 'vite'

/** Builds the page into `dist/web`. Nothing is inlined: the page runs under a strict content security policy. */
export default defineConfig({
  root: 'src/web',
  base: '/',
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
})
