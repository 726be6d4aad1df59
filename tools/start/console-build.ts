// Builds the console when its sources changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { childEnvironment } from './environment.ts'
import { runProgram } from './program.ts'

const SOURCES = [
  'console/src',
  'console/build',
  'console/public',
  'console/index.html',
  'console/package.json',
  'console/vite.config.ts',
  'contract/src',
  'package-lock.json',
]

/** Builds console/dist and answers true, or answers false when it is already of these sources. */
export async function buildConsole(root: string, signal?: AbortSignal): Promise<boolean> {
  const stamp = join(root, 'console', 'dist', '.sources')
  const hash = hashSources(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  await runProgram({
    title: 'The build of the console',
    program: vite,
    args: ['build'],
    cwd: join(root, 'console'),
    // Started by a test run, React would be built for development otherwise.
    env: { ...childEnvironment(process.env), NODE_ENV: 'production' },
    signal,
  })
  writeFileSync(stamp, hash)
  return true
}

/** One hash over the names and contents of everything that the build reads, tests left out. */
export function hashSources(root: string, sources: string[] = SOURCES): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const path of listFiles(root, source)) {
      if (/\.test\.tsx?$/.test(path)) continue
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

function listFiles(root: string, source: string): string[] {
  const path = join(root, source)
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [source]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}
