/** Sends files that wait in a folder to the bucket, a few at a time, until the bucket has them. */
import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cancel, Clock } from '../clock.ts'
import type { Sign } from '../sign.ts'
import { type Bucket, BucketRefused, BucketUnavailable } from './bucket.ts'
import { fileKeyOf, SALT_BYTES, sealed } from './file-cipher.ts'
import type { FileKeys } from './file-keys.ts'
import type { FolderStorage } from './folder-storage.ts'
import { partsOf, type StorageName } from './storage.ts'

/** At once; each holds one file of 64 MiB at most in memory, twice. */
const AT_ONCE = 3
/** Files that could not be sent are tried again so much later. */
const SWEEP_MS = 15_000
/** A file that waits longer means that the bucket is away or refuses: somebody should look. */
const LATE_MS = 5 * 60_000

export type BucketUploads = {
  /** Sends a waiting file. Resolves when the bucket has it, or when it did not take it: then it is tried again. */
  send(name: StorageName): Promise<void>
  /** Sends a file of another place, and removes it there. Throws when the bucket does not take it. */
  sendFrom(name: StorageName, from: FolderStorage): Promise<void>
  /** Sends all that wait. */
  sweep(): Promise<void>
  start(): void
  /** Lets running ones end. */
  stop(): Promise<void>
  sign: Sign
}

type Parts = {
  bucket: Bucket
  keys: FileKeys
  waiting: FolderStorage
  folder: string
  clock: Clock
  onError: (error: unknown) => void
}

export function createBucketUploads({ bucket, keys, waiting, folder, clock, onError }: Parts): BucketUploads {
  const queue: { name: StorageName; done: () => void }[] = []
  const running = new Map<StorageName, Promise<void>>()
  let cancel: Cancel = () => {}
  let isStopping = false
  let sent = 0
  let failure: string | null = null
  let waits = { files: 0, bytes: 0, oldestMs: 0 }

  async function sendFrom(name: StorageName, from: FolderStorage): Promise<void> {
    const salt = randomBytes(SALT_BYTES)
    const key = fileKeyOf(await keys.forWriting(partsOf(name).tenantId), salt, name)
    const mark = await from.mark(name)
    const file = await from.open(name)
    if (!file) return
    const frames: Buffer[] = []
    for await (const frame of sealed(key, file.stream())) frames.push(frame)
    await bucket.put(name, Buffer.concat(frames), { salt: salt.toString('base64') })
    sent++
    const markNow = await from.mark(name)
    // Removed meanwhile: then nobody needs it in the bucket either.
    if (markNow === null) await bucket.remove(name)
    // What replaced it meanwhile is sent next.
    if (markNow === mark) await from.remove(name)
  }

  async function trySend(name: StorageName): Promise<void> {
    try {
      await sendFrom(name, waiting)
      failure = null
    } catch (error) {
      const kind = error instanceof BucketRefused ? 'bucket-refuses' : 'bucket-unreachable'
      const isNews = failure !== kind
      failure = error instanceof BucketRefused || error instanceof BucketUnavailable ? kind : failure
      if (isNews) onError(error)
    }
  }

  function next(): void {
    while (running.size < AT_ONCE && queue.length > 0) {
      const { name, done } = queue.shift()!
      const before = running.get(name)
      const work = (before ?? Promise.resolve())
        .then(() => trySend(name))
        .finally(() => {
          if (running.get(name) === work) running.delete(name)
          done()
          next()
        })
      running.set(name, work)
    }
  }

  const send = (name: StorageName) =>
    new Promise<void>((resolve) => {
      queue.push({ name, done: resolve })
      next()
    })

  async function sweep(): Promise<void> {
    const found = await waitingBelow(folder, clock.now().getTime())
    const bytes = found.reduce((sum, file) => sum + file.bytes, 0)
    waits = { files: found.length, bytes, oldestMs: Math.max(0, ...found.map(({ ageMs }) => ageMs)) }
    for (const { name } of found) {
      if (isStopping) return
      await send(name)
      // The others wait for the same bucket.
      if (failure) return
    }
  }

  return {
    send,
    sendFrom,
    sweep,
    start() {
      const round = async () => {
        await sweep().catch(onError)
        if (!isStopping) cancel = clock.after(SWEEP_MS, () => void round())
      }
      void round()
    },
    async stop() {
      isStopping = true
      cancel()
      await Promise.all(running.values())
    },
    sign: {
      errors: () => [...(failure ? [failure] : []), ...(waits.oldestMs > LATE_MS ? ['files-waiting'] : [])],
      figures: () => [
        '# TYPE mimamori_bucket_files_sent_total counter',
        `mimamori_bucket_files_sent_total ${sent}`,
        '# TYPE mimamori_bucket_files_waiting gauge',
        `mimamori_bucket_files_waiting ${waits.files}`,
        '# TYPE mimamori_bucket_bytes_waiting gauge',
        `mimamori_bucket_bytes_waiting ${waits.bytes}`,
      ],
    },
  }
}

async function waitingBelow(
  folder: string,
  nowMs: number,
): Promise<{ name: StorageName; bytes: number; ageMs: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
  const states = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    const state = await stat(path).catch(() => null)
    const name = path.slice(folder.length + 1).replaceAll('\\', '/') as StorageName
    return state ? [{ name, bytes: state.size, ageMs: nowMs - state.mtimeMs }] : []
  })
  return (await Promise.all(states)).flat()
}
