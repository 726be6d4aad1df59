// Finds the source files of the checkout and says which file or package an import means.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Path (with forward slashes, from the root of the checkout) to text. */
export type FileMap = Record<string, string>

const WORKSPACES = ['contract', 'service', 'console', 'hub', 'lab', 'e2e', 'bench', 'tools']
const SKIPPED = new Set(['node_modules', 'dist', '.data', 'results', 'test-results'])

/** Every TypeScript file of the workspaces. */
export function readSourceTree(root: string): FileMap {
  const files = listFiles(root, /\.tsx?$/)
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** Paths of the workspaces' files whose names match, with forward slashes, from the root of the checkout. */
export function listFiles(root: string, name: RegExp): string[] {
  const files: string[] = []
  for (const workspace of WORKSPACES) {
    for (const entry of readdirSync(join(root, workspace), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/')
      if (!entry.isFile() || !name.test(path) || path.split('/').some((part) => SKIPPED.has(part))) continue
      files.push(path)
    }
  }
  return files
}

/** The `imports` maps of the workspaces' manifests: `#ui/*` of console is `./src/ui/*`. */
export type ImportMaps = Record<string, Record<string, string>>

/** Reads the `imports` of every workspace. */
export function readImportMaps(root: string): ImportMaps {
  const maps: ImportMaps = {}
  for (const workspace of WORKSPACES) {
    const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as {
      imports?: Record<string, string>
    }
    maps[workspace] = manifest.imports ?? {}
  }
  return maps
}

/**
 * What an import means: a path of the checkout, `node:fs`, or `package:zod` (with its scope, without the part inside).
 * A Vite suffix such as `?raw` does not count.
 */
export function resolveImport(importer: string, specifier: string, maps: ImportMaps): string {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return posix.join(posix.dirname(importer), bare)
  if (bare.startsWith('node:')) return bare
  if (bare.startsWith('#')) return resolveAlias(importer.split('/')[0]!, bare, maps)
  const own = /^@mimamori\/([a-z0-9]+)\/(.*)$/.exec(bare)
  // As the `exports` of the manifests have it.
  if (own) return own[1] === 'lab' ? `lab/${own[2]}` : `${own[1]}/src/${own[2]}`
  const parts = bare.split('/')
  return `package:${bare.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]}`
}

function resolveAlias(workspace: string, specifier: string, maps: ImportMaps): string {
  for (const [pattern, target] of Object.entries(maps[workspace] ?? {})) {
    const prefix = pattern.replace('*', '')
    if (specifier.startsWith(prefix)) {
      return posix.join(workspace, target.replace('*', specifier.slice(prefix.length)))
    }
  }
  return specifier
}
