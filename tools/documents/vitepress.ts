// Installs VitePress for building the site: with its own Vue and Vite it is not part of the product, so it is outside the
// workspaces and has its own lock file.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', '..', 'docs', 'site')
/** Path of its program after installation, and the folder on which it is started. */
export const VITEPRESS = { folder, program: join(folder, 'node_modules', 'vitepress', 'bin', 'vitepress.js') }

/** A copy of the installed lock file. */
const MADE_FROM = join(folder, 'node_modules', '.made-from.json')

/** Installs the versions of the lock file unless they are installed. Throws with npm's output. */
export function installVitePress(say: (line: string) => void): void {
  const wanted = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (existsSync(MADE_FROM) && readFileSync(MADE_FROM, 'utf8') === wanted) return
  say('Installing VitePress (npm ci in docs/site) ...')
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const isWindows = process.platform === 'win32'
  const { status, stderr } = spawnSync('npm', words, { cwd: folder, shell: isWindows, encoding: 'utf8' })
  if (status !== 0) throw new Error(`VitePress could not be installed: ${stderr}`)
  writeFileSync(MADE_FROM, wanted)
}
