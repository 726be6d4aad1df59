/** A bucket of any S3 server: named objects with short metadata. Requirement SCALE-02. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ByteRange } from './byte-range.ts'

/** An S3 server and the credentials for it. */
export type BucketServer = { endpoint: string; region: string; keyId: string; secret: string }
export type BucketConfig = BucketServer & { bucket: string }

/** The state of an object: size in bytes, ETag, and metadata. */
export type ObjectState = { bytes: number; etag: string; metadata: Record<string, string> }

/** The bucket does not respond, or is temporarily unavailable. Retrying later may help. */
export class BucketUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The bucket cannot be reached: ${wordsOf(cause)}`, { cause })
    this.name = 'BucketUnavailable'
  }
}

/** The bucket responds with an error: a wrong key, no permission, no such bucket. Retrying does not help. */
export class BucketRefused extends Error {
  constructor(cause: unknown) {
    super(`The bucket refuses: ${wordsOf(cause)}`, { cause })
    this.name = 'BucketRefused'
  }
}

/** Every call throws BucketUnavailable or BucketRefused. */
export type Bucket = {
  /** Stores the object atomically, replacing one of that name. */
  put(name: string, bytes: Buffer, metadata: Record<string, string>): Promise<void>
  /** Stores a stream of any length, in parts of 8 MiB; an aborted stream leaves no object. */
  putStream(name: string, bytes: Readable): Promise<void>
  /** The whole object; null if it does not exist. */
  read(name: string): Promise<Readable | null>
  /** Returns null if the object does not exist. */
  head(name: string): Promise<ObjectState | null>
  /** A part of the object with that ETag; null if it is deleted or replaced. */
  get(name: string, part: { range: ByteRange; etag: string }): Promise<Readable | null>
  /** Removes the object; it may already be removed. */
  remove(name: string): Promise<void>
  /** Names and sizes of all objects below a prefix. */
  list(prefix: string): AsyncGenerator<{ name: string; bytes: number; changedMs: number }>
  /** Writes, reads and removes an object: throws if one of these fails. */
  check(): Promise<void>
  stop(): void
}

const CONNECT_MS = 2_000
const ANSWER_MS = 10_000
const TRIES = 3
const PART_BYTES = 8 * 1024 * 1024

/** Loads the library, which installations without a bucket do without. */
export async function openBucket({ endpoint, bucket: Bucket, region, keyId, secret }: BucketConfig): Promise<Bucket> {
  const { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } =
    await import('@aws-sdk/client-s3')
  const { Upload } = await import('@aws-sdk/lib-storage')
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    // Self-hosted servers rarely support a host name for each bucket.
    forcePathStyle: true,
    maxAttempts: TRIES,
    // Older servers reject checksums that they do not know; bodies are signed with SHA-256, and frames are sealed.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: ANSWER_MS,
    },
  })
  const asked = <T>(work: Promise<T>): Promise<T> => work.catch((error) => Promise.reject(kindOf(error)))
  const orNull = <T>(work: Promise<T>): Promise<T | null> =>
    work.catch((error) => (isGone(error) ? null : Promise.reject(kindOf(error))))
  const bucket: Bucket = {
    async put(Key, bytes, metadata) {
      await asked(client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, Metadata: metadata })))
    },
    async putStream(Key, Body) {
      await asked(new Upload({ client, params: { Bucket, Key, Body }, partSize: PART_BYTES, queueSize: 1 }).done())
    },
    async read(Key) {
      const found = await orNull(client.send(new GetObjectCommand({ Bucket, Key })))
      return found && (found.Body as Readable)
    },
    async head(Key) {
      const found = await orNull(client.send(new HeadObjectCommand({ Bucket, Key })))
      return found && { bytes: found.ContentLength ?? 0, etag: found.ETag ?? '', metadata: found.Metadata ?? {} }
    },
    async get(Key, { range, etag }) {
      const Range = `bytes=${range.first}-${range.last}`
      const found = await orNull(client.send(new GetObjectCommand({ Bucket, Key, Range, IfMatch: etag })))
      return found && (found.Body as Readable)
    },
    async remove(Key) {
      await asked(client.send(new DeleteObjectCommand({ Bucket, Key })))
    },
    async *list(prefix) {
      let ContinuationToken: string | undefined
      do {
        const page = await asked(client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken })))
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          yield { name: Key!, bytes: Size ?? 0, changedMs: LastModified?.getTime() ?? 0 }
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken)
    },
    async check() {
      const name = `check/${randomUUID()}`
      await bucket.put(name, Buffer.from('mimamori'), {})
      const state = await asked(client.send(new HeadObjectCommand({ Bucket, Key: name })))
      const body = await bucket.get(name, { range: { first: 0, last: 7 }, etag: state.ETag ?? '' })
      for await (const _ of body ?? Readable.from([]));
      await bucket.remove(name)
    },
    stop: () => client.destroy(),
  }
  return bucket
}

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? null

/** 412: the object was replaced. */
function isGone(error: unknown): boolean {
  const { name } = error as Error
  return name === 'NoSuchKey' || name === 'NotFound' || statusOf(error) === 412
}

function kindOf(error: unknown): Error {
  const status = statusOf(error)
  const isRejection = status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429
  return isRejection ? new BucketRefused(error) : new BucketUnavailable(error)
}

function wordsOf(cause: unknown): string {
  const { name, message } = cause as Error
  return message && message !== name ? `${name} (${message})` : name
}
