// Which npm packages a program needs on a processor, read off the lock file, and where their files come from.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LockEntry, type Lockfile, reachedFolder } from '../lock.ts'
import type { Artefact, Processor } from './artefacts.ts'

/** A package of an artefact; `folder` as in the lock, with what it is nested in. */
export type Package = { folder: string; name: string; version: string; integrity: string | undefined }

/** The packages that the artefact needs on Linux with glibc, sorted; those of the checkout itself are left out. */
export function packagesOf(lock: Lockfile, { workspace, leftOut }: Artefact, processor: Processor): Package[] {
  const found = new Map<string, Package>()
  const visit = (from: string) => {
    for (const [name, isOptional] of dependenciesOf(lock.packages[from]!)) {
      if (leftOut.includes(name) || isOnlyTypes(name) || name.startsWith('@mimamori/')) continue
      const folder = reachedFolder(lock, from, name)
      const entry = folder === undefined ? undefined : lock.packages[folder]
      if (folder === undefined || entry === undefined) {
        if (isOptional) continue
        throw new Error(`${from} needs ${name}, which the lock file does not hold.`)
      }
      if (found.has(folder) || !runsOn(entry, processor)) continue
      found.set(folder, { folder, name, version: entry.version ?? '', integrity: entry.integrity })
      visit(folder)
    }
  }
  visit(workspace)
  // The contract's packages stand beside those of its readers.
  visit('contract')
  return [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

/** The Node that runs the artefact. */
export function nodePackage(lock: Lockfile, processor: Processor): Package {
  const name = `node-linux-${processor}`
  const { version = '', integrity } = lock.packages[`node_modules/${name}`]!
  return { folder: `node_modules/${name}`, name, version, integrity }
}

/** The folder with the package's files: the installed one, or one that was fetched with npm and compared with the lock. */
export function filesOf(root: string, cache: string, { folder, name, version, integrity }: Package): string {
  const installed = join(root, folder)
  if (versionIn(installed) === version) return installed
  const unpacked = join(cache, `${name.replace('/', '+')}@${version}`)
  if (versionIn(unpacked) === version) return unpacked
  mkdirSync(unpacked, { recursive: true })
  const args = ['pack', `${name}@${version}`, '--json', '--pack-destination', cache]
  const [packed] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', cwd: root })) as { filename: string }[]
  const archive = join(cache, packed!.filename)
  requireIntegrity(readFileSync(archive), integrity, `${name}@${version}`)
  execFileSync('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1', '--no-same-owner'])
  return unpacked
}

/** Throws when the bytes are not those that the lock file names. */
export function requireIntegrity(bytes: Buffer, integrity: string | undefined, what: string): void {
  const [algorithm = '', wanted] = integrity?.split('-') ?? []
  if (wanted !== undefined && createHash(algorithm).update(bytes).digest('base64') === wanted) return
  throw new Error(`${what} is not the package that package-lock.json names.`)
}

function versionIn(folder: string): string | undefined {
  const manifest = join(folder, 'package.json')
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')).version as string) : undefined
}

/** Names, and whether the package does without. */
function dependenciesOf(entry: LockEntry): [string, boolean][] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = entry
  const needed = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [
    ...Object.keys(dependencies).map((name): [string, boolean] => [name, false]),
    ...needed.map((name): [string, boolean] => [name, false]),
    ...Object.keys(optionalDependencies).map((name): [string, boolean] => [name, true]),
  ]
}

function isOnlyTypes(name: string): boolean {
  return name.startsWith('@types/') || name === '@webgpu/types'
}

function runsOn({ os, cpu, libc }: LockEntry, processor: Processor): boolean {
  return (!os || os.includes('linux')) && (!cpu || cpu.includes(processor)) && (!libc || libc.includes('glibc'))
}
