// The bill of materials of an artefact, as CycloneDX 1.5, from the lock file. `npm sbom` would leave out what another processor needs.
import type { LockEntry, Lockfile } from '../lock.ts'
import type { Artefact } from './artefacts.ts'
import type { Package } from './packages.ts'

/** What the binary of node-av itself says that it is (docs/decisions/0046); the lock file names its wrapper alone. */
const FFMPEG = {
  'bom-ref': 'FFmpeg@8.1-Jellyfin',
  type: 'library',
  name: 'FFmpeg',
  version: '8.1-Jellyfin',
  description: 'Statically linked in node-av.node',
  licenses: [{ license: { id: 'GPL-3.0-or-later' } }],
}
/** Switches of FFmpeg's configuration that link a library whose name does not begin with `lib`. */
const OTHER_LIBRARIES = ['chromaprint', 'fontconfig', 'gmp', 'iconv', 'lzma', 'openssl', 'whisper', 'zlib']

type Contents = {
  version: string
  packages: readonly Package[]
  /** What `librariesIn` found; null where the artefact has no FFmpeg. */
  libraries: readonly string[] | null
}

/** As JSON; the same for the same packages. */
export function billOfMaterials(
  lock: Lockfile,
  { name }: Artefact,
  { version, packages, libraries }: Contents,
): string {
  const components: object[] = packages.map((one) => componentOf(one, lock.packages[one.folder]!))
  if (libraries) {
    components.push({ ...FFMPEG, components: libraries.map((library) => ({ type: 'library', name: library })) })
  }
  const licenses = [{ license: { id: 'Apache-2.0' } }]
  const component = { 'bom-ref': `${name}@${version}`, type: 'application', name, version, licenses }
  const head = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
  }
  return `${JSON.stringify({ ...head, version: 1, metadata: { component }, components }, null, 2)}\n`
}

/**
 * The libraries that the FFmpeg inside `binary` was configured with, by its own words, which hold no versions. Throws when the
 * binary does not have them.
 */
export function librariesIn(binary: Buffer): string[] {
  const at = binary.indexOf(' --enable-gpl ')
  const switches = binary.subarray(binary.lastIndexOf(0, at) + 1, binary.indexOf(0, at)).toString('latin1')
  const found = at < 0 ? [] : [...switches.matchAll(/--enable-(\S+)/g)].map(([, name]) => name!)
  const libraries = found.filter((name) => name.startsWith('lib') || OTHER_LIBRARIES.includes(name)).toSorted()
  if (libraries.length === 0) throw new Error('The video library does not say what it was made of.')
  return libraries
}

function componentOf({ folder, name, version, integrity }: Package, { license }: LockEntry): object {
  const hash = integrity?.startsWith('sha512-') ? Buffer.from(integrity.slice(7), 'base64').toString('hex') : null
  return {
    // A package may be there twice, nested.
    'bom-ref': folder,
    type: name.startsWith('node-linux-') ? 'platform' : 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && { licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }] }),
    ...(hash && { hashes: [{ alg: 'SHA-512', content: hash }] }),
  }
}
