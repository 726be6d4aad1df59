// Lays out the folder of an artefact: Node, the program's sources, its packages, its units, and what they are under.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Lockfile } from '../lock.ts'
import { type Artefact, isNeeded, isShipped, type Processor } from './artefacts.ts'
import { filesOf, nodePackage, type Package, packagesOf } from './packages.ts'
import { billOfMaterials, librariesIn } from './sbom.ts'

export type TreeOptions = { root: string; cache: string; artefact: Artefact; processor: Processor; folder: string }

/** Fills `folder`, which must not exist. `console/dist` must be built where it is among the sources. */
export function layOut({ root, cache, artefact, processor, folder }: TreeOptions): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile
  const packages = packagesOf(lock, artefact, processor)
  const node = nodePackage(lock, processor)
  mkdirSync(folder, { recursive: true })
  for (const source of artefact.sources) copySource(root, folder, source)
  for (const one of packages) copyPackage(root, cache, folder, one)
  linkWorkspaces(folder, artefact)
  copyNode(filesOf(root, cache, node), folder)
  copyPackaging(root, folder, artefact)
  if (artefact.workspace === 'hub') addVideoLibrary(root, folder, lock, processor)
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifest = { name: artefact.name, version, license, private: true, type: 'module' }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const video = packages.find(({ name }) => name.startsWith('@seydx/node-av-'))
  const libraries = video ? librariesIn(readFileSync(join(folder, video.folder, 'node-av.node'))) : null
  const contents = { version, packages: [...packages, node], libraries }
  writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials(lock, artefact, contents))
}

/** The same in every release of one commit: when it was made, seconds since 1970. Without git, when package.json was written. */
export function commitTime(root: string): number {
  const git = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  if (git.status === 0 && git.stdout.trim() !== '') return Number(git.stdout)
  return Math.floor(statSync(join(root, 'package.json')).mtimeMs / 1000)
}

/** Paths of all files below a folder; links lead nowhere. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : []
  })
}

/** Bytes of all files below a folder. */
export function sizeOf(folder: string): number {
  return filesBelow(folder).reduce((sum, path) => sum + statSync(path).size, 0)
}

function copySource(root: string, folder: string, source: string): void {
  cpSync(join(root, source), join(folder, source), {
    recursive: true,
    filter: (path) => isShipped(relative(root, path)),
  })
}

function copyPackage(root: string, cache: string, folder: string, one: Package): void {
  const from = filesOf(root, cache, one)
  cpSync(from, join(folder, one.folder), {
    recursive: true,
    verbatimSymlinks: true,
    filter(path) {
      const inside = relative(from, path)
      // What is nested is a package of its own.
      if (inside.split('/').some((part) => part === 'node_modules' || part.startsWith('.'))) return false
      return statSync(path).isDirectory() || isNeeded(one.name, inside)
    },
  })
  makePlain(join(folder, one.folder))
}

/** Packages mark scripts and data as programs that nobody starts; those of PostgreSQL are started. */
function makePlain(folder: string): void {
  for (const path of filesBelow(folder)) chmodSync(path, path.includes('/native/bin/') ? 0o755 : 0o644)
}

/** Node strips types outside of node_modules alone: the workspaces lie beside it and are reached by links. */
function linkWorkspaces(folder: string, { workspace }: Artefact): void {
  const scope = join(folder, 'node_modules', '@mimamori')
  mkdirSync(scope, { recursive: true })
  for (const name of ['contract', workspace]) symlinkSync(`../../${name}`, join(scope, name))
}

function copyNode(from: string, folder: string): void {
  const bin = join(folder, 'node', 'bin')
  mkdirSync(bin, { recursive: true })
  cpSync(join(from, 'bin', 'node'), join(bin, 'node'))
  chmodSync(join(bin, 'node'), 0o755)
  cpSync(join(from, 'LICENSE'), join(folder, 'node', 'LICENSE'))
}

function copyPackaging(root: string, folder: string, { name, unit, settings }: Artefact): void {
  const packaging = join(root, 'packaging')
  for (const [from, to] of [
    [`bin/${name}`, `bin/${name}`],
    [`systemd/${unit}`, `systemd/${unit}`],
    [`etc/${settings}`, `etc/${settings}`],
  ] as const) {
    mkdirSync(dirname(join(folder, to)), { recursive: true })
    cpSync(join(packaging, from), join(folder, to))
  }
  chmodSync(join(folder, 'bin', name), 0o755)
}

/** What `add-video` compares: name, version and SHA-512 of the package that decodes video. */
function addVideoLibrary(root: string, folder: string, lock: Lockfile, processor: Processor): void {
  const name = `@seydx/node-av-linux-${processor}`
  const { version, integrity = '' } = lock.packages[`node_modules/${name}`]!
  const sum = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
  writeFileSync(join(folder, 'video-library'), `${name} ${version} ${sum}\n`)
  cpSync(join(root, 'packaging', 'bin', 'add-video'), join(folder, 'bin', 'add-video'))
  chmodSync(join(folder, 'bin', 'add-video'), 0o755)
}
