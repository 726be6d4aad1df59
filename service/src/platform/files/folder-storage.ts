/** Files of tenants in a folder of this machine. */
import { randomUUID } from 'node:crypto'
import { copyFile, type FileHandle, link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { ServiceError } from '../service-error.ts'
import { type FileDraft, partsOf, type Storage, type StorageName, type StoredFile } from './storage.ts'

/** Stores files below `folder`, in 65,536 subfolders by the random end of the name. */
export function createStorage(folder: string): FolderStorage {
  return storageIn((name) => {
    const { file } = partsOf(name)
    return join(folder, file.slice(-4, -2), file.slice(-2), file)
  })
}

export type FolderStorage = Storage & {
  /** A mark that changes when the file is replaced; null: the file does not exist. */
  mark(name: StorageName): Promise<string | null>
}

/** Stores each file at its `pathOf`. */
export function storageIn(pathOf: (name: StorageName) => string): FolderStorage {
  async function draft(
    name: StorageName,
    bytes: AsyncIterable<Uint8Array> | Uint8Array,
    maxBytes: number,
  ): Promise<FileDraft> {
    const path = pathOf(name)
    const part = `${path}.${randomUUID().slice(0, 8)}.part`
    const drop = () => rm(part, { force: true })
    await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(refuseWhenFull)
    try {
      const size = await writeDraft(part, bytes, maxBytes)
      return { bytes: size, end: () => drop().catch(() => {}), store: () => moveInto(path, part) }
    } catch (error) {
      await drop()
      return refuseWhenFull(error)
    }
  }
  return {
    draft,
    async put(name, bytes, maxBytes) {
      const written = await draft(name, bytes, maxBytes)
      try {
        await written.store()
        return written.bytes
      } finally {
        await written.end()
      }
    },
    async adopt(name, source) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(refuseWhenFull)
      await link(source, path).catch(async (error) => {
        if (codeOf(error) === 'EEXIST') return
        await copyFile(source, path).catch(refuseWhenFull)
      })
    },
    size: async (name) => (await stateOf(pathOf(name)))?.size ?? null,
    async mark(name) {
      const state = await stateOf(pathOf(name))
      return state && `${state.ino} ${state.mtimeMs} ${state.size}`
    },
    async open(name, size) {
      try {
        const file = await open(pathOf(name), 'r')
        return storedFile(file, size ?? (await file.stat()).size)
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null
        throw error
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

function storedFile(file: FileHandle, size: number): StoredFile {
  return {
    size,
    async bytes({ first, last } = { first: 0, last: size - 1 }) {
      try {
        const bytes = Buffer.allocUnsafe(last - first + 1)
        const { bytesRead } = await file.read(bytes, 0, bytes.length, first)
        // Stored files are never rewritten, so a short read means a failing disk.
        if (bytesRead < bytes.length) throw new ServiceError('not-found')
        return bytes
      } finally {
        // Readers of the bytes do not wait for this.
        void file.close()
      }
    },
    stream({ first, last } = { first: 0, last: size - 1 }) {
      if (first <= last) return file.createReadStream({ start: first, end: last })
      void file.close()
      return Readable.from([])
    },
    close: () => file.close(),
  }
}

async function stateOf(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

async function writeDraft(path: string, bytes: AsyncIterable<Uint8Array> | Uint8Array, maxBytes: number) {
  const file = await open(path, 'wx', 0o600)
  try {
    let size = 0
    for await (const part of bytes instanceof Uint8Array ? [bytes] : bytes) {
      size += part.byteLength
      if (size > maxBytes) throw new ServiceError('too-large')
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

/** A renamed file survives a power cut only if its folder was flushed, too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

function refuseWhenFull(error: unknown): never {
  if (['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '')) throw new ServiceError('storage-full')
  throw error
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
