// Installs what an operator would install for a model of their own, for tests alone: with its native and browser builds it is
// larger than everything else together and no part of the product, so it is in no workspace and in a lock of its own.
// Vitest calls this once before the hub's tests. Scripts stay off: one of this family downloads from elsewhere.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const RUNTIME_FOLDER = join(import.meta.dirname, '..', '..', 'onnx-for-tests')
const LOCK = join(RUNTIME_FOLDER, 'package-lock.json')
/** A copy of the lock that was installed. */
const MADE_FROM = join(RUNTIME_FOLDER, 'node_modules', '.made-from.json')

export default function setup(): void {
  const wanted = readFileSync(LOCK, 'utf8')
  if (contentOf(MADE_FROM) === wanted) return
  const isWindows = process.platform === 'win32'
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', words, { cwd: RUNTIME_FOLDER, shell: isWindows, encoding: 'utf8' })
  if (status === 0) writeFileSync(MADE_FROM, wanted)
  else {
    // The tests that need it say that it is missing; all others do not care.
    rmSync(join(RUNTIME_FOLDER, 'node_modules'), { recursive: true, force: true })
    console.error(`The runtime for models could not be installed: ${stderr}`)
  }
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
