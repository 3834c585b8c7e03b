import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A machine that is busy with other things is slow, not wrong.
    expect: { poll: { timeout: 10_000 } },
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'lab/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
