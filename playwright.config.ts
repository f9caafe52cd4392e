import { createServer } from 'node:net'
import { defineConfig } from '@playwright/test'
import { browser } from './test/chromium.ts'

// The runner chooses the port; its workers read this file again and find it in the environment.
process.env.E2E_PORT ||= String(await freePort())
const url = `http://localhost:${process.env.E2E_PORT}`
const json = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './test/e2e-setup.ts',
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ...(json ? [['json', { outputFile: json }] as const] : [])],
  use: {
    baseURL: url,
    launchOptions: browser(),
    // Recording costs time, and who looks at a failure runs it again at home.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
