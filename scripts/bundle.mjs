import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './run.mjs'

const web = path.join(root, 'dist/web')

/** What a visit of each screen may load, in kB of gzipped JavaScript: the entry, the screen and all they import statically. */
const budgets = { Landing: 90, Dashboard: 150, TextEditor: 300 }

/** Words that only a server's package leaves in a minified build. */
const traces = {
  fastify: /FST_ERR_|["'`]fastify["'`]/,
  pg: /pg_catalog|["'`]pg(-pool|-protocol|-types)?["'`]/,
  'drizzle-orm': /drizzle:|["'`]drizzle-orm/,
  'oidc-provider': /oidc-provider/,
  'openid-client': /oauth4webapi|openid-client/,
  'sanitize-html': /nonTextTags|parseStyleAttributes|sanitize-html/,
  'Node built-ins': /["'`]node:[a-z_]+(\/[a-z_]+)?["'`]|vite-browser-external|process\.binding/,
}

/** Looks into the browser's build for what belongs to the server, and weighs it. Prints what it finds; true when all is well. */
export async function checkBundle() {
  const manifest = JSON.parse(readFileSync(path.join(web, '.vite/manifest.json'), 'utf8'))
  const leaks = findLeaks(manifest)
  for (const leak of leaks) console.log(`   ${leak}`)
  const tooHeavy = Object.entries(budgets).filter(([screen, limit]) => !weigh(manifest, screen, limit))
  return leaks.length === 0 && tooHeavy.length === 0
}

function findLeaks(manifest) {
  const files = new Set(Object.values(manifest).map(({ file }) => file))
  return [...files].flatMap((file) => {
    if (!file.endsWith('.js')) return []
    const text = readFileSync(path.join(web, file), 'utf8')
    return Object.entries(traces)
      .filter(([, trace]) => trace.test(text))
      .map(([name, trace]) => `${file} holds ${name}: ${trace.exec(text)[0]}`)
  })
}

function weigh(manifest, screen, limit) {
  const keys = Object.keys(manifest)
  const entries = keys.filter((key) => manifest[key].isEntry)
  const chunk = keys.find((key) => key.endsWith(`screens/${screen}.tsx`))
  if (!chunk) {
    console.log(`   ${screen}: there is no chunk of screens/${screen}.tsx, so that its budget cannot be checked`)
    return false
  }
  const files = new Set()
  for (const key of [...entries, chunk]) collect(manifest, key, files)
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(web, file))).length, 0)
  const fits = bytes <= limit * 1000
  console.log(
    `   ${screen}: ${(bytes / 1000).toFixed(1)} kB of ${limit} in ${files.size} files${fits ? '' : ': TOO HEAVY'}`,
  )
  return fits
}

function collect(manifest, key, files) {
  const { file, imports = [] } = manifest[key]
  if (files.has(file)) return
  if (file.endsWith('.js')) files.add(file)
  for (const next of imports) collect(manifest, next, files)
}
