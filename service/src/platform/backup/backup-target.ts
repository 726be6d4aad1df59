/** Storage of backups: named objects, written once, in a folder or a bucket. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Bucket, BucketRefused, type BucketServer, BucketUnavailable, openBucket } from '../files/bucket.ts'
import { BackupError } from './backup-error.ts'

export type BackupTarget = {
  /** Stores an object atomically; returns its size in bytes. Parts of names are separated by `/`. */
  put(name: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number>
  /** Returns null if the object does not exist. */
  get(name: string): Promise<Readable | null>
  /** All objects whose name begins with `prefix`, which ends with `/` or is empty. */
  list(prefix: string): Promise<{ name: string; bytes: number }[]>
  /** Removes an object, or all below a name; it may already be removed. */
  remove(name: string): Promise<void>
}

const PART = '.part'
const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']

/** The target that `place` names: a folder, or `s3://bucket/prefix` on that server. */
export async function targetOf(place: string, server: BucketServer | null): Promise<BackupTarget> {
  if (!server) return folderTarget(place)
  const [bucket = '', ...prefix] = place.slice('s3://'.length).split('/')
  const start = prefix.filter((part) => part !== '').map((part) => `${part}/`)
  return bucketTarget(await openBucket({ ...server, bucket }), start.join(''), place)
}

/** Objects are those below `prefix`, which ends with `/` or is empty. `place`: its name for messages. */
function bucketTarget(bucket: Bucket, prefix: string, place: string): BackupTarget {
  const said = <T>(work: Promise<T>): Promise<T> => work.catch((error) => Promise.reject(wordsOfBucket(error, place)))
  async function list(start: string) {
    const found: { name: string; bytes: number }[] = []
    for await (const { name, bytes } of bucket.list(prefix + start))
      found.push({ name: name.slice(prefix.length), bytes })
    return found
  }
  return {
    async put(name, bytes) {
      let size = 0
      async function* counted() {
        for await (const part of bytes) {
          size += part.length
          yield part
        }
      }
      await said(bucket.putStream(prefix + name, Readable.from(counted(), { objectMode: false })))
      return size
    },
    get: (name) => said(bucket.read(prefix + name)),
    list: (start) => said(list(start)),
    async remove(name) {
      const below = await said(list(`${name.replace(/\/$/, '')}/`))
      for (const one of [{ name }, ...below]) await said(bucket.remove(prefix + one.name))
    },
  }
}

/** Objects are files below `folder`, which is created if missing. */
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

/** A renamed file survives a power cut only if its folder was flushed, too. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

function wordsOfBucket(error: unknown, place: string): unknown {
  const isBucket = error instanceof BucketRefused || error instanceof BucketUnavailable
  return isBucket ? new BackupError('not-writable', `${place} (${error.message})`, { cause: error }) : error
}

/** The error of a file system as a BackupError, where it is one that people can mend. */
export function wordsOf(error: unknown, folder: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BackupError('full', folder, { cause: error })
  if (code !== undefined && NOT_WRITABLE.includes(code)) {
    return new BackupError('not-writable', `${folder} (${code})`, { cause: error })
  }
  return error
}
