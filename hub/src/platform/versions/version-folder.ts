/** A version of the hub in its folder, with a release's layout: its own Node, its program, its name and version. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { HUB_VERSION } from '@mimamori/contract/fleet/hub-version.ts'

/** Incomplete downloads and unpacked files, in the folder of versions. */
export const DOWNLOAD_FOLDER = '.download'
export const UNPACK_FOLDER = '.unpack'

/** The Node that starts it, which is part of the release. */
export const nodeOf = (folder: string) => join(folder, 'node', 'bin', 'node')
/** The hub itself, without its launcher. */
export const programOf = (folder: string) => join(folder, 'hub', 'src', 'main.ts')

/** Whether a hub can be started from it. */
export function isVersionFolder(folder: string): boolean {
  return existsSync(nodeOf(folder)) && existsSync(programOf(folder))
}

/** The version in its package.json; null: missing. */
export function versionOf(folder: string): string | null {
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: unknown }
    return typeof version === 'string' ? version : null
  } catch {
    return null
  }
}

/** Deletes all other versions, and incomplete upgrades. */
export function removeOtherVersions(versionsDir: string, retained: readonly (string | null)[]): void {
  for (const name of existsSync(versionsDir) ? readdirSync(versionsDir) : []) {
    const isOld = HUB_VERSION.test(name) && !retained.includes(name)
    if (isOld || name === UNPACK_FOLDER || name === DOWNLOAD_FOLDER) {
      rmSync(join(versionsDir, name), { recursive: true, force: true })
    }
  }
}
