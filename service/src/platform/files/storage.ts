/** Files of tenants by name: the interface of all storages. Requirement SCALE-02. */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ServiceError } from '../service-error.ts'
import type { ByteRange } from './byte-range.ts'

/** An open file: all reads return the same content, even if it is replaced or removed meanwhile. */
export type StoredFile = {
  /** Bytes. */
  size: number
  /** Reads all or a part into memory, and closes the file. */
  bytes(range?: ByteRange): Promise<Buffer>
  /** The same as a stream, which closes the file at its end. */
  stream(range?: ByteRange): Readable
  close(): Promise<void>
}

/** Bytes on the disk that do not have their name yet. */
export type FileDraft = {
  bytes: number
  /** Moves them to their name, replacing an earlier file; when it returns they survive a power cut. */
  store(): Promise<void>
  /**
   * For after the transaction: removes the draft if it was not stored, and otherwise sends the file to its final place.
   * Never throws.
   */
  end(): Promise<void>
}

export type Storage = {
  /**
   * Writes the bytes to the disk without touching the file of that name. Store the result, and end it. Throws
   * `too-large` beyond `maxBytes` and `storage-full`.
   */
  draft(name: StorageName, bytes: AsyncIterable<Uint8Array> | Uint8Array, maxBytes: number): Promise<FileDraft>
  /**
   * Stores the bytes under the name atomically and returns their number; when it returns they are on the disk. Throws
   * `too-large` beyond `maxBytes` and `storage-full`.
   */
  put(name: StorageName, bytes: AsyncIterable<Uint8Array> | Uint8Array, maxBytes: number): Promise<number>
  /**
   * Stores an existing file of this machine, as a hard link if the disk allows that. It must not be changed afterwards.
   * For images that come with the program: does not wait until they are on the disk.
   */
  adopt(name: StorageName, path: string): Promise<void>
  /** Size in bytes; null if the file does not exist. */
  size(name: StorageName): Promise<number | null>
  /**
   * Opens the file; null if it does not exist. The caller reads it once, or closes it. `size`: the size that the same
   * file had a moment ago, which saves a lookup.
   */
  open(name: StorageName, size?: number): Promise<StoredFile | null>
  /** Removes the file; it may already be removed. */
  remove(name: StorageName): Promise<void>
}

/** `<tenant>/<file>`: a file of a tenant. Created by storageName alone. */
export type StorageName = string & { readonly isStorageName: true }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The name of a tenant's object. Ids of media are created on hubs, so one tenant's hub could choose the id of another
 * tenant's object; their files differ nevertheless.
 */
export function storageName(tenantId: string, id: string): StorageName {
  const hex = createHash('sha256').update(`${tenantId}|${id}`.toLowerCase()).digest('hex')
  const file = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
  return `${tenantId.toLowerCase()}/${file}` as StorageName
}

/** The parts of a name. Throws `not-found` if it is invalid: no path ever comes from a caller. */
export function partsOf(name: string): { tenantId: string; file: string } {
  const [tenantId = '', file = '', ...more] = name.split('/')
  if (!UUID.test(tenantId) || !UUID.test(file) || more.length > 0) throw new ServiceError('not-found')
  return { tenantId, file }
}
