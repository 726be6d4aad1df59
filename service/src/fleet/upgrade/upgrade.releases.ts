/** Hub releases in the service's folder, one subfolder each, as `npm run release` writes them. OPS-04 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { compareVersions, HUB_VERSION } from '@mimamori/contract/fleet/hub-version.ts'
import { archiveName, type HubRelease, type ReleaseProcessor } from '@mimamori/contract/fleet/upgrade.ts'

const SUMS = 'SHA256SUMS'
const SIGNATURE = 'SHA256SUMS.sig'
const SUMS_BYTES_MAX = 64 * 1024
const SIGNATURE_BYTES_MAX = 100
const ARCHIVE = /^mimamori-hub-(.+)-linux-(x64|arm64)\.tar\.gz$/

type Archive = { folder: string; version: string; processor: ReleaseProcessor }

/** Newest first. Unsigned releases are not offered: no hub would accept them. */
export async function readReleases(dir: string): Promise<HubRelease[]> {
  const archives = await archivesIn(dir)
  const versions = [...new Set(archives.map(({ version }) => version))].sort(compareVersions).reverse()
  return versions.map((version) => {
    const own = archives.filter((one) => one.version === version)
    return { version, processors: [...new Set(own.map(({ processor }) => processor))].sort().reverse() }
  })
}

/** Returns null if there is no such release. The hub checks the signature; this service needs no key. */
export async function readRelease(dir: string, version: string, processor: ReleaseProcessor) {
  const found = (await archivesIn(dir)).find((one) => one.version === version && one.processor === processor)
  if (!found) return null
  const path = join(found.folder, archiveName(version, processor))
  const [sums, signature, { size }] = await Promise.all([
    readFile(join(found.folder, SUMS), 'utf8'),
    readFile(join(found.folder, SIGNATURE)),
    stat(path),
  ])
  if (sums.length > SUMS_BYTES_MAX || signature.length > SIGNATURE_BYTES_MAX || size === 0) return null
  return { path, sums, signature: signature.toString('base64'), sizeBytes: size }
}

async function archivesIn(dir: string): Promise<Archive[]> {
  const folders = await namesIn(dir)
  const found = await Promise.all(folders.map((name) => archivesOf(join(dir, name))))
  return found.flat()
}

async function archivesOf(folder: string): Promise<Archive[]> {
  const names = await namesIn(folder)
  if (!names.includes(SUMS) || !names.includes(SIGNATURE)) return []
  return names.flatMap((name) => {
    const [, version = '', processor] = ARCHIVE.exec(name) ?? []
    return HUB_VERSION.test(version) ? [{ folder, version, processor: processor as ReleaseProcessor }] : []
  })
}

/** Returns an empty list if the folder does not exist or is a file. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR'].includes(code)) return []
    throw error
  }
}
