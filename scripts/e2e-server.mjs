import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './run.mjs'
import { inTurn } from './turns.mjs'

// The built product as a visitor of the browser tests meets it: on an empty data folder of its own, and as a copy, which
// a build that somebody starts meanwhile does not change.
const data = mkdtempSync(path.join(tmpdir(), 'foolscap-e2e-'))
const copy = mkdtempSync(path.join(root, 'node_modules/.foolscap-e2e-'))
await inTurn('build', () => {
  for (const folder of ['dist', 'migrations'])
    cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true })
})
process.on('exit', () => {
  for (const folder of [data, copy]) rmSync(folder, { recursive: true, force: true })
})

process.env.DATA_DIR = data
process.env.HOST = '127.0.0.1'
process.env.PLAN_OVERRIDES ??= '{"free":{"projects":-1}}'
// Given but empty counts as not set, against a .env file of this machine.
for (const name of ['DATABASE_URL', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'NODE_ENV']) process.env[name] = ''
process.setSourceMapsEnabled(true)
await import(path.join(copy, 'dist/server/main.js'))
