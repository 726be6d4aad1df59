// Installs VitePress for those who make the site: with Vue and a Vite of its own it is no part of the product, so it is in no
// workspace and in a lock of its own. docs/decisions/0045.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', '..', 'docs', 'site')
/** Where its program is once it is installed, and the folder that it is started on. */
export const VITEPRESS = { folder, program: join(folder, 'node_modules', 'vitepress', 'bin', 'vitepress.js') }

/** A copy of the lock that was installed. */
const MADE_FROM = join(folder, 'node_modules', '.made-from.json')

/** Installs what the lock names unless it is there already. Throws with npm's words. */
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
