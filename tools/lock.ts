// Reads package-lock.json (version 3): what it holds, and which optional platform packages npm left out of it.

/** One entry of `packages` in a lock file; only the fields that the checks look at. */
export type LockEntry = {
  version?: string
  resolved?: string
  link?: boolean
  integrity?: string
  license?: string
  cpu?: string[]
  os?: string[]
  libc?: string[]
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** The parts of package-lock.json that the checks look at; the key of a package is its folder, '' is the root. */
export type Lockfile = { packages: Record<string, LockEntry> }

/** An optional dependency that some package lists and the lock does not hold; `parent` is the package that lists it. */
type MissingPackage = { name: string; version: string; parent: LockEntry }

/** A version, or another package under this name at a version. */
const EXACT = /^(npm:[@\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/

const SYSTEMS: Record<string, string> = { win32: 'win32', windows: 'win32', sunos: 'sunos', openharmony: 'openharmony' }
for (const same of ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd']) SYSTEMS[same] = same

const PROCESSORS: Record<string, string> = { armv7: 'arm', armhf: 'arm', x86: 'ia32', powerpc64le: 'ppc64' }
for (const same of ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32']) {
  PROCESSORS[same] = same
}

/**
 * The optional dependencies with an exact version that no folder of the lock holds for their parent. npm drops those
 * that its registry does not carry when it writes the lock, and `npm ci` then refuses the lock ("Missing: …").
 */
export function missingPlatformPackages(lock: Lockfile): MissingPackage[] {
  const missing = new Map<string, MissingPackage>()
  for (const [folder, parent] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (EXACT.test(version) && reachedFolder(lock, folder, name) === undefined)
        missing.set(name, { name, version, parent })
    }
  }
  return [...missing.values()]
}

/** The entry for a platform package that the registry did not answer for; system and processor are in its name. */
export function platformEntry(name: string, version: string, parent: LockEntry): LockEntry {
  const words = name.split(/[-/]/)
  const os = words.map((word) => SYSTEMS[word]).find((found) => found !== undefined)
  const cpu = words.map((word) => PROCESSORS[word]).find((found) => found !== undefined)
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : undefined
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(parent.dev && { dev: true }),
    ...(libc && { libc }),
    optional: true,
    ...(os && { os: [os] }),
  }
}

/** Versions that are not exact in the manifests that the lock copies: `name@range in folder`. */
export function inexactVersions(
  manifests: Record<string, Record<string, Record<string, string> | undefined>>,
): string[] {
  const found: string[] = []
  for (const [file, groups] of Object.entries(manifests)) {
    for (const versions of Object.values(groups)) {
      for (const [name, version] of Object.entries(versions ?? {})) {
        if (!EXACT.test(version)) found.push(`${file}: ${name}@${version}`)
      }
    }
  }
  return found
}

/** Packages whose entry names the place they were fetched from; links between workspaces are folders and may. */
export function entriesWithHost(lock: Lockfile): string[] {
  return Object.entries(lock.packages)
    .filter(([, entry]) => !entry.link && entry.resolved !== undefined)
    .map(([folder]) => folder)
}

/** Packages whose manifest names no licence; what their own licence file says. */
const LICENCES_READ_BY_HAND: Record<string, string> = { '@shinyoshiaki/jspack': 'BSD-3-Clause' }

/** The packages of an installation without development tools as text, one paragraph per licence, names sorted. */
export function packagesByLicence(lock: Lockfile): string {
  const groups = new Map<string, Set<string>>()
  for (const [folder, entry] of Object.entries(lock.packages)) {
    if (!folder.includes('node_modules/') || entry.link || entry.dev) continue
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const licence = entry.license ?? LICENCES_READ_BY_HAND[name] ?? licenceOfSiblings(lock, name)
    groups.set(licence, (groups.get(licence) ?? new Set()).add(`${name} ${entry.version}`))
  }
  const paragraphs = [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
  return paragraphs
    .map(
      ([licence, names]) =>
        `\n${licence}\n${[...names]
          .sort()
          .map((one) => `  ${one}\n`)
          .join('')}`,
    )
    .join('')
}

/** A platform package that the registry did not answer for has the licence of the same package for other platforms. */
function licenceOfSiblings(lock: Lockfile, name: string): string {
  const family = name.replace(/-(android|darwin|linux|win32)-.*$/, '-')
  const sibling = Object.entries(lock.packages).find(([folder, entry]) => folder.includes(family) && entry.license)
  return sibling?.[1].license ?? 'licence not named'
}

/** The folder of the package that a package or workspace in `folder` gets by this name, as Node looks for it. */
export function reachedFolder(lock: Lockfile, folder: string, name: string): string | undefined {
  for (let from = folder; from !== ''; from = parentOf(from)) {
    const nested = `${from}/node_modules/${name}`
    if (lock.packages[nested]) return nested
  }
  return lock.packages[`node_modules/${name}`] ? `node_modules/${name}` : undefined
}

/** What a folder of the lock is nested in; '' is the root. */
function parentOf(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
}
