/** A version of the hub in its folder, as a release lays it out: its own Node, its program, its name and version. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { HUB_VERSION } from '@mimamori/contract/fleet/hub-version.ts'

/** Inside of the folder of versions, what is not whole yet. */
export const DOWNLOAD_FOLDER = '.download'
export const UNPACK_FOLDER = '.unpack'

/** The Node that starts it, which a release brings along. */
export const nodeOf = (folder: string) => join(folder, 'node', 'bin', 'node')
/** The hub itself, without its launcher. */
export const programOf = (folder: string) => join(folder, 'hub', 'src', 'main.ts')

/** Whether a hub could be started from it. */
export function isVersionFolder(folder: string): boolean {
  return existsSync(nodeOf(folder)) && existsSync(programOf(folder))
}

/** As its package.json says; null: there is none. */
export function versionOf(folder: string): string | null {
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: unknown }
    return typeof version === 'string' ? version : null
  } catch {
    return null
  }
}

/** Removes every version but these, with what an upgrade left half done. */
export function removeOtherVersions(versionsDir: string, retained: readonly (string | null)[]): void {
  for (const name of existsSync(versionsDir) ? readdirSync(versionsDir) : []) {
    const isOld = HUB_VERSION.test(name) && !retained.includes(name)
    if (isOld || name === UNPACK_FOLDER || name === DOWNLOAD_FOLDER) {
      rmSync(join(versionsDir, name), { recursive: true, force: true })
    }
  }
}
