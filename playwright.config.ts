import { defineConfig } from '@playwright/test'
import { browser } from './test/chromium.ts'
import { freePort } from './test/free-port.ts'

// The runner chooses the port; its workers read this file again and find it in the environment.
process.env.E2E_PORT ||= String(await freePort())
const url = `http://localhost:${process.env.E2E_PORT}`
const json = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE

export default defineConfig({
  testDir: 'e2e',
  // A folder for each run, as a run empties its own at the start, and two may be under way.
  outputDir: `test-results/${process.env.E2E_PORT}`,
  globalSetup: './test/e2e-setup.ts',
  workers: 2,
  retries: 0,
  // Generous, for two cores that also run the server and its database.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ...(json ? [['json', { outputFile: json }] as const] : [])],
  use: {
    baseURL: url,
    launchOptions: browser(),
    // A dialog that is still fading in has no contrast to speak of.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs time: who wants to look at a failure runs it again with TRACE=1.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: 'node scripts/e2e-server.mjs',
    url: `${url}/api/health`,
    env: { PORT: process.env.E2E_PORT, BASE_URL: url },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: 60_000,
  },
})
