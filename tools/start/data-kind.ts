// Whether a data folder was begun with demo data or empty: the one is never mixed into the other.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './options.ts'

/** Notes the kind at the first start; throws a StartError when the folder is of the other kind. */
export function requireKind(folder: string, isEmpty: boolean): void {
  const note = join(folder, 'kind')
  const asked = isEmpty ? 'empty' : 'demo'
  if (!existsSync(note)) writeFileSync(note, `${asked}\n`)
  if (readFileSync(note, 'utf8').trim() === asked) return
  throw new StartError(
    isEmpty
      ? `${folder} holds the demo organisation. Set MIMAMORI_DATA_DIR to another folder to start empty.`
      : `${folder} was started with --empty and may hold your own data. Start it with --empty again, or set MIMAMORI_DATA_DIR to another folder for the demo.`,
  )
}
