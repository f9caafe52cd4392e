import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const packed = path.join(root, 'node_modules/@sparticuz/chromium')
const { version } = JSON.parse(readFileSync(path.join(packed, 'package.json'), 'utf8')) as { version: string }
const folder = path.join(root, `node_modules/.cache/foolscap-chromium-${version}`)

/** The package's browser is for this system alone. Elsewhere Playwright looks for one that it installed itself. */
const fits = process.platform === 'linux' && process.arch === 'x64'

/** How Playwright starts the browser: the one of CHROME=, or the one unpacked from the npm package. */
export function browser(): { executablePath?: string; args: string[]; env: Record<string, string> } {
  const env = Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  // Not the package's own arguments: they switch the security of pages off. Playwright adds --headless and, for root,
  // --no-sandbox by itself.
  const args = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']
  args.push('--no-first-run', '--disable-quic')
  if (process.env.CHROME) return { executablePath: process.env.CHROME, args, env }
  if (!fits) return { args, env }
  env.FONTCONFIG_FILE = path.join(folder, 'fonts.conf')
  const libraries = path.join(folder, 'libraries')
  if (existsSync(libraries)) env.LD_LIBRARY_PATH = [libraries, env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return { executablePath: path.join(folder, 'chromium'), args, env }
}

/** Unpacks the browser, once for each version of it. Before any worker starts: two would write the same files. */
export function unpackBrowser(): void {
  if (process.env.CHROME || !fits || existsSync(folder)) return
  const half = `${folder}.${process.pid}`
  mkdirSync(half, { recursive: true })
  const unpack = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())"
  execFileSync(process.execPath, ['-e', unpack], {
    cwd: root,
    stdio: 'inherit',
    // The package unpacks into TMPDIR, and the libraries of a bare system only where it believes to be at Amazon's.
    env: { ...process.env, TMPDIR: half, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  })
  // The system's own libraries are to be preferred: the packed ones are for systems that have none.
  if (/not found/.test(execFileSync('ldd', [path.join(half, 'chromium')], { encoding: 'utf8' }))) {
    renameSync(path.join(half, 'al2023/lib'), path.join(half, 'libraries'))
  }
  writeFileSync(path.join(half, 'fonts.conf'), fonts)
  try {
    renameSync(half, folder)
  } catch {
    // Another run was faster.
    rmSync(half, { recursive: true, force: true })
  }
}

/** The system's fonts, and the packed one for a system that has none. */
const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${path.join(folder, 'fonts')}</dir>
  <cachedir>${path.join(folder, 'fontconfig')}</cachedir>
</fontconfig>
`
