import { defineConfig } from 'vitest/config'

const shared = {
  environment: 'node' as const,
  // The first statement on a fresh database and a busy machine of two cores take their time.
  testTimeout: 20_000,
  hookTimeout: 30_000,
}

export default defineConfig({
  test: {
    globalSetup: './test/global-setup.ts',
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/safety/**', 'node_modules/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'safety',
          include: ['test/safety/*.test.ts'],
          testTimeout: 300_000,
          // Kills and floods: after all others and one at a time, or they would measure each other.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
