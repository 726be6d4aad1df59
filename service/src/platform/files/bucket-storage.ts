/**
 * Files of tenants in a bucket. What is stored lies in a folder of this machine first, so that no alert waits for a bucket
 * and none is lost with it, and goes on to the bucket at once. Files stored before the bucket, in a folder of this or every instance, are
 * read where they are until they are moved. Requirement SCALE-02.
 */
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Clock, wait } from '../clock.ts'
import { ServiceError } from '../service-error.ts'
import { type Bucket, BucketUnavailable, type ObjectState } from './bucket.ts'
import { type BucketUploads, createBucketUploads } from './bucket-uploads.ts'
import type { ByteRange } from './byte-range.ts'
import { fileKeyOf, openedFrames, openedSize, sealedPartOf, wantedOfFrame } from './file-cipher.ts'
import type { FileKeys } from './file-keys.ts'
import { createStorage, storageIn } from './folder-storage.ts'
import { partsOf, type Storage, type StorageName, type StoredFile } from './storage.ts'

/** Another instance may be sending the file: a missing file is looked up again after these pauses. */
const LOOK_AGAIN_MS = [200, 800]
const TRIES = 3

export type BucketStorage = Storage & {
  uploads: BucketUploads
  /** Sends a file that lies in the data folder to the bucket; answers whether there was one. */
  moveIn(name: StorageName): Promise<boolean>
  /** The files of a tenant in the bucket. Throws if the bucket is unavailable. */
  filesOf(tenantId: string): AsyncGenerator<{ name: StorageName; changedMs: number }>
}

type Parts = {
  bucket: Bucket
  keys: FileKeys
  /** Where files wait to be sent, by tenant. */
  waitingFolder: string
  /** Where files were stored before there was a bucket. */
  earlierFolder: string
  clock: Clock
  onError: (error: unknown) => void
}

export function createBucketStorage(parts: Parts): BucketStorage {
  const { bucket, keys, waitingFolder, earlierFolder, clock } = parts
  const waiting = storageIn((name) => {
    const { tenantId, file } = partsOf(name)
    return join(waitingFolder, tenantId, file)
  })
  const earlier = createStorage(earlierFolder)
  const uploads = createBucketUploads({ ...parts, waiting, folder: waitingFolder })
  const here = async (name: StorageName, size?: number) =>
    (await waiting.open(name, size)) ?? (await earlier.open(name, size))
  async function there(name: StorageName): Promise<ObjectState | null> {
    partsOf(name)
    return bucket.head(name).catch(refuseWhenAway)
  }
  return {
    uploads,
    async draft(name, bytes, maxBytes) {
      const draft = await waiting.draft(name, bytes, maxBytes)
      let isStored = false
      return {
        bytes: draft.bytes,
        async store() {
          await draft.store()
          isStored = true
        },
        async end() {
          await draft.end()
          if (isStored) await uploads.send(name)
        },
      }
    },
    async put(name, bytes, maxBytes) {
      const size = await waiting.put(name, bytes, maxBytes)
      void uploads.send(name)
      return size
    },
    async adopt(name, path) {
      await waiting.adopt(name, path)
      void uploads.send(name)
    },
    async size(name) {
      const near = (await waiting.size(name)) ?? (await earlier.size(name))
      if (near !== null) return near
      const state = await there(name)
      return state && openedSize(state.bytes)
    },
    async open(name, size) {
      for (const pauseMs of [...LOOK_AGAIN_MS, null]) {
        const near = await here(name, size)
        if (near) return near
        const state = await there(name)
        if (state) return farFile({ bucket, keys }, name, state)
        if (pauseMs !== null) await wait(clock, pauseMs)
      }
      return null
    },
    async remove(name) {
      await Promise.all([waiting.remove(name), earlier.remove(name)])
      await uploads.remove(name)
    },
    async moveIn(name) {
      const size = await earlier.size(name)
      if (size === null) return false
      await uploads.sendFrom(name, earlier)
      return true
    },
    async *filesOf(tenantId) {
      for await (const { name, changedMs } of bucket.list(`${tenantId.toLowerCase()}/`)) {
        partsOf(name)
        yield { name: name as StorageName, changedMs }
      }
    },
  }
}

/** A file in the bucket. Null: its key was deleted, or it was not written by this service. */
async function farFile(
  { bucket, keys }: Pick<Parts, 'bucket' | 'keys'>,
  name: StorageName,
  state: ObjectState,
): Promise<StoredFile | null> {
  const tenantKey = await keys.forReading(partsOf(name).tenantId)
  const size = openedSize(state.bytes)
  const salt = Buffer.from(state.metadata.salt ?? '', 'base64')
  if (!tenantKey || size === null || salt.length === 0) return null
  const key = fileKeyOf(tenantKey, salt, name)
  const stream = (range: ByteRange = { first: 0, last: size - 1 }) =>
    Readable.from(read({ bucket, name, etag: state.etag, key, size }, range), { objectMode: false })
  return {
    size,
    stream,
    bytes: async (range) => Buffer.concat(await stream(range).toArray()),
    close: async () => {},
  }
}

type Far = { bucket: Bucket; name: StorageName; etag: string; key: Buffer; size: number }

/** The requested bytes. A dropped connection is resumed at the frame where it broke. */
async function* read({ bucket, name, etag, key, size }: Far, range: ByteRange): AsyncGenerator<Buffer> {
  if (range.last < range.first) return
  const { firstFrame, lastFrame } = sealedPartOf(range, size)
  let frame = firstFrame
  for (let tries = 1; frame <= lastFrame; tries++) {
    try {
      const body = await bucket.get(name, { range: sealedPartOf(range, size, frame).range, etag })
      if (!body) throw new ServiceError('not-found')
      for await (const bytes of openedFrames(key, body, { frame, lastFrame, size })) {
        yield wantedOfFrame(frame++, bytes, range)
      }
    } catch (error) {
      if (tries === TRIES || error instanceof ServiceError) throw awayOr(error)
    }
  }
}

const awayOr = (error: unknown) => (error instanceof BucketUnavailable ? new ServiceError('files-unavailable') : error)

function refuseWhenAway(error: unknown): never {
  throw awayOr(error)
}
