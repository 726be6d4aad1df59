/** Media files on disk, by a storage id alone (see storageName): no path ever comes from a caller. */
import { createHash, randomUUID } from 'node:crypto'
import { copyFile, type FileHandle, link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Failure } from '../failure.ts'
import type { ByteRange } from '../http/byte-range.ts'

/** An open file: what is read of it is one and the same file, also when it is replaced or removed meanwhile. */
export type StoredFile = {
  /** Bytes. */
  size: number
  /** All of it or a part, in memory, and closes it. */
  bytes(range?: ByteRange): Promise<Buffer>
  /** The same as a stream, which closes it at its end. */
  stream(range?: ByteRange): Readable
  close(): Promise<void>
}

/** Bytes that are on the disk and not under their id yet. */
type FileDraft = {
  bytes: number
  /** Puts them in place of what the id names; when it returns they survive a power cut. */
  store(): Promise<void>
  /** Removes them; nothing happens when they were stored. */
  drop(): Promise<void>
}

export type Storage = {
  /**
   * Writes the bytes to the disk without touching the file that has the id. Store or drop what it answers. Throws
   * `too-large` beyond `maxBytes` and `storage-full`.
   */
  draft(id: string, bytes: AsyncIterable<Uint8Array> | Uint8Array, maxBytes: number): Promise<FileDraft>
  /**
   * Stores the bytes under the id and answers how many; when it returns they are on the disk, whole or not at all.
   * Throws `too-large` beyond `maxBytes` and `storage-full`.
   */
  put(id: string, bytes: AsyncIterable<Uint8Array> | Uint8Array, maxBytes: number): Promise<number>
  /**
   * Stores a file that lies on this machine already, as a second name for it where the disk allows that. It must not
   * be changed afterwards. For pictures that come with the program: it is not waited for until they are on the disk.
   */
  adopt(id: string, path: string): Promise<void>
  /** Size in bytes; null when there is no such file. */
  size(id: string): Promise<number | null>
  /**
   * Opens the file; null when there is no such file. The caller reads it once, or closes it. `size`: that of the
   * same file a moment ago, which spares the question.
   */
  open(id: string, size?: number): Promise<StoredFile | null>
  /** Removes the file; it may be gone already. */
  remove(id: string): Promise<void>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The storage id of a tenant's object. Ids of media are made on hubs, so one tenant's hub could choose the id of
 * another tenant's object; their storage ids differ all the same.
 */
export function storageName(tenantId: string, id: string): string {
  const hex = createHash('sha256').update(`${tenantId}|${id}`.toLowerCase()).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** Keeps files below `folder`, in 65,536 folders by the random end of the id. */
export function createStorage(folder: string): Storage {
  function pathOf(id: string): string {
    const name = id.toLowerCase()
    if (!UUID.test(name)) throw new Failure('not-found')
    return join(folder, name.slice(-4, -2), name.slice(-2), name)
  }
  async function draft(
    id: string,
    bytes: AsyncIterable<Uint8Array> | Uint8Array,
    maxBytes: number,
  ): Promise<FileDraft> {
    const path = pathOf(id)
    const part = `${path}.${randomUUID().slice(0, 8)}.part`
    const drop = () => rm(part, { force: true })
    await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(refuseWhenFull)
    try {
      const size = await writeDraft(part, bytes, maxBytes)
      return { bytes: size, drop, store: () => moveInto(path, part) }
    } catch (error) {
      await drop()
      return refuseWhenFull(error)
    }
  }
  return {
    draft,
    async put(id, bytes, maxBytes) {
      const written = await draft(id, bytes, maxBytes)
      try {
        await written.store()
        return written.bytes
      } finally {
        await written.drop()
      }
    },
    async adopt(id, source) {
      const path = pathOf(id)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(refuseWhenFull)
      await link(source, path).catch(async (error) => {
        if (codeOf(error) === 'EEXIST') return
        await copyFile(source, path).catch(refuseWhenFull)
      })
    },
    async size(id) {
      try {
        return (await stat(pathOf(id))).size
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null
        throw error
      }
    },
    async open(id, size) {
      try {
        const file = await open(pathOf(id), 'r')
        return storedFile(file, size ?? (await file.stat()).size)
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null
        throw error
      }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
  }
}

function storedFile(file: FileHandle, size: number): StoredFile {
  return {
    size,
    async bytes({ first, last } = { first: 0, last: size - 1 }) {
      try {
        const bytes = Buffer.allocUnsafe(last - first + 1)
        const { bytesRead } = await file.read(bytes, 0, bytes.length, first)
        // No file of the storage is written once it is there, so this is a disk that fails.
        if (bytesRead < bytes.length) throw new Failure('not-found')
        return bytes
      } finally {
        // A reader of the bytes does not wait for this.
        void file.close()
      }
    },
    stream: ({ first, last } = { first: 0, last: size - 1 }) => file.createReadStream({ start: first, end: last }),
    close: () => file.close(),
  }
}

async function writeDraft(path: string, bytes: AsyncIterable<Uint8Array> | Uint8Array, maxBytes: number) {
  const file = await open(path, 'wx', 0o600)
  try {
    let size = 0
    for await (const part of bytes instanceof Uint8Array ? [bytes] : bytes) {
      size += part.byteLength
      if (size > maxBytes) throw new Failure('too-large')
      await file.writeFile(part)
    }
    await file.sync()
    return size
  } finally {
    await file.close()
  }
}

async function moveInto(path: string, part: string): Promise<void> {
  await rename(part, path)
  await syncFolder(dirname(path)).catch(refuseWhenFull)
}

/** A renamed file survives a power cut only when its folder was written too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

function refuseWhenFull(error: unknown): never {
  if (['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '')) throw new Failure('storage-full')
  throw error
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
