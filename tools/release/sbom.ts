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
  description: 'Statically linked in node-av.node, with x264, x265, libfdk-aac and others',
  licenses: [{ license: { id: 'GPL-3.0-or-later' } }],
}

/** As JSON; the same for the same packages. */
export function billOfMaterials(
  lock: Lockfile,
  { name }: Artefact,
  version: string,
  packages: readonly Package[],
): string {
  const components: object[] = packages.map((one) => componentOf(one, lock.packages[one.folder]!))
  if (packages.some((one) => one.name.startsWith('@seydx/node-av-'))) components.push(FFMPEG)
  const licenses = [{ license: { id: 'Apache-2.0' } }]
  const component = { 'bom-ref': `${name}@${version}`, type: 'application', name, version, licenses }
  const head = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
  }
  return `${JSON.stringify({ ...head, version: 1, metadata: { component }, components }, null, 2)}\n`
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
