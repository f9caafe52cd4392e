import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { main, node, root, tool } from './run.mjs'

const results = path.join(root, 'node_modules/.cache/foolscap-tests')

await main(async () => {
  const args = process.argv.slice(2)
  await install()
  await build()
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const counts = [await vitest(args)]
  // With arguments somebody is after a test or a folder of tests: the browser has `npm run e2e`.
  if (args.length === 0) counts.push(await playwright())
  const sum = (name) => counts.reduce((total, count) => total + count[name], 0)
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  if (sum('passed') + sum('failed') === 0) console.log('No test was run.')
  console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
  process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
})

async function vitest(args) {
  console.log('Tests of rules, server and database …')
  const file = path.join(results, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await node([tool('vitest'), 'run', ...reporters, ...args])
  const report = read(file)
  const count = {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  }
  // A file that cannot be loaded has no tests to fail.
  for (const suite of report?.testResults ?? []) {
    if (suite.status === 'failed' && !suite.assertionResults.some(({ status }) => status === 'failed')) count.failed++
  }
  return honest(count, code)
}

async function playwright() {
  console.log('Tests in a real browser …')
  const file = path.join(results, 'playwright.json')
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const code = await node([tool('playwright', '@playwright/test'), 'test', '--pass-with-no-tests'], { env })
  const stats = read(file)?.stats
  return honest(
    {
      passed: stats?.expected ?? 0,
      failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
      skipped: stats?.skipped ?? 0,
    },
    code,
  )
}

/** What failed outside any test, such as an unhandled rejection or a server that did not start, fails the run as well. */
function honest(count, code) {
  if (code !== 0 && count.failed === 0) count.failed = 1
  return count
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
