import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. Every command works there, wherever it was called from. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

/** A failure that is told in its one sentence, without a stack. */
export class Failure extends Error {}

/** Runs a command's work; ends the process with 1 when it fails. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    process.exit(1)
  }
}

/** The file behind a package's command, so that no shell and no PATH is needed to run it. */
export function tool(name, packageName = name) {
  const folder = path.join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bin === 'string' ? bin : bin[name])
}

/** Runs a Node program in this terminal; resolves with its exit code, 1 when a signal ended it. */
export function node(args, options = {}) {
  return wait(spawn(process.execPath, args, { cwd: root, stdio: 'inherit', ...options }))
}

/** The exit code of a child process, also of one that has ended already. */
export function wait(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode ?? 1)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
