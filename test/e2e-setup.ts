import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { unpackBrowser } from './chromium.ts'

const hour = 60 * 60 * 1000

/** Before the browser tests: the browser lies ready, and what earlier runs left is gone. */
export default function setup() {
  unpackBrowser()
  if (!existsSync('test-results')) return
  for (const name of readdirSync('test-results')) {
    const left = path.join('test-results', name)
    if (Date.now() - statSync(left).mtimeMs > hour) rmSync(left, { recursive: true, force: true })
  }
}
