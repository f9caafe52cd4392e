import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

// The built product as a visitor of the browser tests meets it: on an empty data folder of its own.
const folder = mkdtempSync(path.join(tmpdir(), 'foolscap-e2e-'))
process.env.DATA_DIR = folder
process.env.HOST = '127.0.0.1'
process.env.PLAN_OVERRIDES ??= '{"free":{"projects":-1}}'
// Given but empty counts as not set, against a .env file of this machine.
for (const name of ['DATABASE_URL', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'NODE_ENV']) process.env[name] = ''
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.setSourceMapsEnabled(true)
await import('../dist/server/main.js')
