/** Where backups lie: named objects, written once. A folder; another place is another `BackupTarget`. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BackupError } from './backup-error.ts'

export type BackupTarget = {
  /** Stores an object, whole or not at all; answers its size in bytes. Names have `/` between their parts. */
  put(name: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number>
  /** Null when there is no such object. */
  get(name: string): Promise<Readable | null>
  /** All objects whose name begins with `prefix`, which ends with `/` or is empty. */
  list(prefix: string): Promise<{ name: string; bytes: number }[]>
  /** Removes an object, or all below a name; it may be gone already. */
  remove(name: string): Promise<void>
}

const PART = '.part'
const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']

/** Objects are files below `folder`, which is made when missing. */
export function folderTarget(folder: string): BackupTarget {
  const pathOf = (name: string) => join(folder, ...name.split('/'))
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      const part = `${path}${PART}`
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await pipeline(bytes, createWriteStream(part, { mode: 0o600, flush: true }))
        await rename(part, path)
        await flushFolder(dirname(path))
        return (await stat(path)).size
      } catch (error) {
        await rm(part, { force: true }).catch(() => {})
        throw wordsOf(error, folder)
      }
    },
    async get(name) {
      const path = pathOf(name)
      const found = await stat(path).catch(() => null)
      return found ? createReadStream(path) : null
    },
    async list(prefix) {
      const entries = await readdir(pathOf(prefix.replace(/\/$/, '')), { recursive: true, withFileTypes: true }).catch(
        (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : Promise.reject(wordsOf(error, folder))),
      )
      const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(PART))
      return Promise.all(
        files.map(async (entry) => {
          const path = join(entry.parentPath, entry.name)
          return { name: relative(folder, path).split(sep).join('/'), bytes: (await stat(path)).size }
        }),
      )
    },
    remove: (name) => rm(pathOf(name), { force: true, recursive: true }),
  }
}

/** A renamed file survives a power cut only when its folder was written too. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

function wordsOf(error: unknown, folder: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BackupError('full', folder, { cause: error })
  if (code !== undefined && NOT_WRITABLE.includes(code)) {
    return new BackupError('not-writable', `${folder} (${code})`, { cause: error })
  }
  return error
}
