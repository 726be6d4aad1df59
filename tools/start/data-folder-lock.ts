// One launcher per data folder: a lock that the kernel holds, so that a killed launcher never leaves it behind.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './options.ts'

/** The lock of a data folder; `wasKilled` says that the launcher before this one did not end in order. */
export type DataFolderLock = { wasKilled: boolean; release: () => void }

/** A lock that nobody refers to would be collected, and the folder would be free. */
const held = new Set<DatabaseSync>()

type Holder = { pid: number; address: string }

/**
 * Takes the folder or throws a StartError that names the process which holds it. The lock is an exclusive SQLite
 * transaction: unlike a file with a process id it cannot be stale, and a reused id cannot block a start.
 */
export function lockDataFolder(folder: string, holder: Holder): DataFolderLock {
  const note = join(folder, 'launcher.json')
  const database = new DatabaseSync(join(folder, 'launcher.lock'), { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (!isBusy(error)) throw error
    throw new StartError(`${describeHolder(note, folder)} Stop it first, or set MIMAMORI_DATA_DIR to another folder.`)
  }
  held.add(database)
  const wasKilled = existsSync(note)
  try {
    writeFileSync(note, `${JSON.stringify(holder)}\n`)
  } catch {
    // It only names the holder in a rejection, and the disk may be full.
  }
  return {
    wasKilled,
    release: () => {
      rmSync(note, { force: true })
      held.delete(database)
      database.close()
    },
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && /database is locked/.test(error.message)
}

function describeHolder(note: string, folder: string): string {
  try {
    const holder = JSON.parse(readFileSync(note, 'utf8')) as Holder
    return `Mimamori already runs on ${folder} at ${holder.address} (process ${holder.pid}).`
  } catch {
    return `Mimamori already runs on ${folder}.`
  }
}
