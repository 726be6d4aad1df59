/**
 * Sends files that wait in a folder to the bucket, and repeats local removals there, with retries until the bucket
 * accepts.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Cancel, Clock } from '../clock.ts'
import type { Sign } from '../sign.ts'
import { type Bucket, BucketRefused, BucketUnavailable } from './bucket.ts'
import { fileKeyOf, SALT_BYTES, sealed } from './file-cipher.ts'
import type { FileKeys } from './file-keys.ts'
import type { FolderStorage } from './folder-storage.ts'
import { partsOf, type StorageName } from './storage.ts'

/** Concurrent uploads; each has one file of at most 64 MiB in memory, twice. */
const AT_ONCE = 3
/** Interval for sending remaining files. */
const SWEEP_MS = 15_000
/**
 * While the bucket is unavailable, one file is tried at this interval: other instances cannot show files that wait
 * here.
 */
const LOOK_MS = 1_500
/** A file that waits longer indicates that the bucket is unavailable or rejects it: somebody should check. */
const LATE_MS = 5 * 60_000
/**
 * A caller waits no longer for the bucket: the file is safe on the disk, and the upload continues after the response.
 */
const ACKNOWLEDGE_MS = 3_000
/** An empty file with this suffix marks the file of that name for removal from the bucket. */
const REMOVAL = '.gone'

type BucketError = 'bucket-refuses' | 'bucket-unreachable' | 'files-waiting'
type Waiting = { name: StorageName; isRemoval: boolean; bytes: number; ageMs: number }

export type BucketUploads = {
  /** Sends a waiting file. Resolves when the bucket has it, after 3 s, or at once while the bucket is unavailable. */
  send(name: StorageName): Promise<void>
  /**
   * Removes a file from the bucket, after the response. Resolves when the removal is recorded on the disk; throws only
   * if that fails.
   */
  remove(name: StorageName): Promise<void>
  /** Sends a file from another place, and removes it there. Throws if the bucket rejects it. */
  sendFrom(name: StorageName, from: FolderStorage): Promise<void>
  /** Sends and removes all waiting files. */
  sweep(): Promise<void>
  start(): void
  /** Waits for running uploads. */
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
  const queue: { name: StorageName; work: () => Promise<void>; done: () => void }[] = []
  const running = new Map<StorageName, Promise<void>>()
  const noteOf = (name: StorageName) => join(folder, `${name}${REMOVAL}`)
  let cancel: Cancel = () => {}
  let isStopping = false
  let sent = 0
  let lastError: BucketError | null = null
  /** Repeats the last operation that the bucket rejected. */
  let refused = async () => {}
  let waits = { files: 0, bytes: 0, oldestMs: 0 }

  async function sendFrom(name: StorageName, from: FolderStorage): Promise<void> {
    const salt = randomBytes(SALT_BYTES)
    const key = fileKeyOf(await keys.forWriting(partsOf(name).tenantId), salt, name)
    const mark = await from.mark(name)
    const file = await from.open(name)
    if (!file) return
    // Stored again since it was removed.
    await rm(noteOf(name), { force: true })
    const frames: Buffer[] = []
    for await (const frame of sealed(key, file.stream())) frames.push(frame)
    await bucket.put(name, Buffer.concat(frames), { salt: salt.toString('base64') })
    sent++
    const markNow = await from.mark(name)
    // Removed meanwhile: then the bucket must not retain it either.
    if (markNow === null) await bucket.remove(name)
    // A replacement that was stored meanwhile is sent next.
    if (markNow === mark) await from.remove(name)
  }

  async function removeNoted(name: StorageName): Promise<void> {
    const note = await stat(noteOf(name)).catch(() => null)
    if (!note) return
    await bucket.remove(name)
    await rm(noteOf(name), { force: true })
  }

  async function tried(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      lastError = null
    } catch (error) {
      const kind = errorOf(error)
      if (lastError !== kind) onError(error)
      lastError = kind
      refused = work
    }
  }

  function next(): void {
    while (running.size < AT_ONCE && queue.length > 0) {
      const { name, work, done } = queue.shift()!
      const before = running.get(name)
      const run = (before ?? Promise.resolve())
        .then(() => tried(work))
        .finally(() => {
          if (running.get(name) === run) running.delete(name)
          done()
          next()
        })
      running.set(name, run)
    }
  }

  const inTurn = (name: StorageName, work: () => Promise<void>) =>
    new Promise<void>((done) => {
      queue.push({ name, work, done })
      next()
    })
  const sendInTurn = (name: StorageName) => inTurn(name, () => sendFrom(name, waiting))
  const removeInTurn = (name: StorageName) => inTurn(name, () => removeNoted(name))

  async function send(name: StorageName): Promise<void> {
    // While the bucket is unavailable, only the sweep tries it.
    if (lastError !== null) return
    let late: Cancel = () => {}
    const isLate = new Promise<void>((resolve) => {
      late = clock.after(ACKNOWLEDGE_MS, resolve)
    })
    await Promise.race([sendInTurn(name), isLate])
    late()
  }

  async function sweep(): Promise<void> {
    const found = await waitingBelow(folder, clock.now().getTime())
    const bytes = found.reduce((sum, file) => sum + file.bytes, 0)
    waits = { files: found.length, bytes, oldestMs: Math.max(0, ...found.map(({ ageMs }) => ageMs)) }
    for (let from = 0; from < found.length && !isStopping; from += AT_ONCE) {
      const some = found.slice(from, from + AT_ONCE)
      await Promise.all(some.map(({ name, isRemoval }) => (isRemoval ? removeInTurn(name) : sendInTurn(name))))
      // The others wait for the same bucket.
      if (lastError) return
    }
  }

  /** Sends waiting files as soon as the bucket accepts the operation that it rejected. */
  async function look(): Promise<void> {
    if (lastError === null) return
    await tried(refused)
    if (lastError === null) await sweep()
  }

  return {
    send,
    async remove(name) {
      await mkdir(dirname(noteOf(name)), { recursive: true, mode: 0o700 })
      await writeFile(noteOf(name), '', { mode: 0o600, flush: true })
      if (lastError === null) void removeInTurn(name)
    },
    sendFrom,
    sweep,
    start() {
      const round = async (sinceSweepMs: number) => {
        const isDue = sinceSweepMs >= SWEEP_MS
        await (isDue ? sweep() : look()).catch(onError)
        if (!isStopping) cancel = clock.after(LOOK_MS, () => void round(isDue ? LOOK_MS : sinceSweepMs + LOOK_MS))
      }
      void round(SWEEP_MS)
    },
    async stop() {
      isStopping = true
      cancel()
      await Promise.all(running.values())
    },
    sign: {
      errors: () => [
        ...new Set([...(lastError ? [lastError] : []), ...(waits.oldestMs > LATE_MS ? ['files-waiting'] : [])]),
      ],
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

function errorOf(error: unknown): BucketError {
  if (error instanceof BucketRefused) return 'bucket-refuses'
  return error instanceof BucketUnavailable ? 'bucket-unreachable' : 'files-waiting'
}

async function waitingBelow(folder: string, nowMs: number): Promise<Waiting[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
  const states = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    const state = await stat(path).catch(() => null)
    const isRemoval = path.endsWith(REMOVAL)
    const name = path.slice(folder.length + 1, isRemoval ? -REMOVAL.length : undefined).replaceAll('\\', '/')
    return state ? [{ name: name as StorageName, isRemoval, bytes: state.size, ageMs: nowMs - state.mtimeMs }] : []
  })
  return (await Promise.all(states)).flat()
}
