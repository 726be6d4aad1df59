/** Files of tenants by name: what every place that keeps them can do. Requirement SCALE-02. */
import { createHash } from 'node:crypto'
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

/** Bytes that are on the disk and not under their name yet. */
export type FileDraft = {
  bytes: number
  /** Puts them in place of what the name meant; when it returns they survive a power cut. */
  store(): Promise<void>
  /** For after the transaction: removes what was not stored, and sends what was to where files stay. Never throws. */
  end(): Promise<void>
}

export type Storage = {
  /**
   * Writes the bytes to the disk without touching the file of that name. Store what it answers, and end it. Throws
   * `too-large` beyond `maxBytes` and `storage-full`.
   */
  draft(name: StorageName, bytes: AsyncIterable<Uint8Array> | Uint8Array, maxBytes: number): Promise<FileDraft>
  /**
   * Stores the bytes under the name and answers how many; when it returns they are on the disk, whole or not at all.
   * Throws `too-large` beyond `maxBytes` and `storage-full`.
   */
  put(name: StorageName, bytes: AsyncIterable<Uint8Array> | Uint8Array, maxBytes: number): Promise<number>
  /**
   * Stores a file that lies on this machine already, as a second name for it where the disk allows that. It must not
   * be changed afterwards. For pictures that come with the program: it is not waited for until they are on the disk.
   */
  adopt(name: StorageName, path: string): Promise<void>
  /** Size in bytes; null when there is no such file. */
  size(name: StorageName): Promise<number | null>
  /**
   * Opens the file; null when there is no such file. The caller reads it once, or closes it. `size`: that of the
   * same file a moment ago, which spares the question.
   */
  open(name: StorageName, size?: number): Promise<StoredFile | null>
  /** Removes the file; it may be gone already. */
  remove(name: StorageName): Promise<void>
}

/** `<tenant>/<file>`: which file of which tenant. Made by storageName alone. */
export type StorageName = string & { readonly isStorageName: true }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The name of a tenant's object. Ids of media are made on hubs, so one tenant's hub could choose the id of another
 * tenant's object; their files differ all the same.
 */
export function storageName(tenantId: string, id: string): StorageName {
  const hex = createHash('sha256').update(`${tenantId}|${id}`.toLowerCase()).digest('hex')
  const file = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
  return `${tenantId.toLowerCase()}/${file}` as StorageName
}

/** The parts of a name. Throws `not-found` for what is none: no path ever comes from a caller. */
export function partsOf(name: string): { tenantId: string; file: string } {
  const [tenantId = '', file = '', ...more] = name.split('/')
  if (!UUID.test(tenantId) || !UUID.test(file) || more.length > 0) throw new Failure('not-found')
  return { tenantId, file }
}
