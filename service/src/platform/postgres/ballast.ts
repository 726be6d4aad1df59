/**
 * A file on the database's disk that only reserves space. It is removed when the disk runs full, so that PostgreSQL can
 * finish its log and restart, and created again when there is space.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type DiskRoom, diskOf, MIB, type ReadDisk, reserveBytes } from '../disk.ts'

const LEAST_BYTES = 64 * MIB
const MOST_BYTES = 256 * MIB
const SHARE = 1 / 128
/** A little more than one file of PostgreSQL's log, which it needs at a start. */
const RELEASE_BELOW_BYTES = 24 * MIB
/** Space beyond the reserve of uploads before the file is created again, so that it does not alternate. */
const SPARE = 1.25
const LOOK_EVERY_MS = 1_000

type Ballast = {
  /** Removes the file when the disk is full, creates it when there is space. Returns whether the disk is full now. */
  look(): Promise<boolean>
  /** Checks once a second until `stop`. */
  start(): void
  stop(): void
}

type BallastOptions = {
  /** A folder on the database's disk. */
  folder: string
  /** Lines for the person in charge. */
  say: (line: string) => void
  readDisk?: ReadDisk
}

/** The path of the file below the database's folder. */
export function ballastFile(folder: string): string {
  return join(folder, 'ballast')
}

/** Size of the file: 64 to 256 MiB, by the free space; 0 if uploads would have no space beside it. */
function ballastBytes({ freeBytes, totalBytes }: DiskRoom): number {
  const bytes = Math.floor(Math.min(MOST_BYTES, Math.max(LEAST_BYTES, freeBytes * SHARE)) / MIB) * MIB
  return freeBytes - bytes >= reserveBytes(totalBytes) * SPARE ? bytes : 0
}

/** The ballast of the database in `folder`. A file that a killed process left half written is removed. */
export function createBallast({ folder, say, readDisk = diskOf(folder) }: BallastOptions): Ballast {
  const file = ballastFile(folder)
  const draft = `${file}.part`
  let timer: NodeJS.Timeout | undefined
  let running: Promise<boolean> | null = null
  let wasReleased = false
  let isStopped = false

  async function once(): Promise<boolean> {
    mkdirSync(folder, { recursive: true })
    const disk = await readDisk()
    if (disk.freeBytes < RELEASE_BELOW_BYTES) {
      if (!existsSync(file)) return true
      rmSync(file, { force: true })
      wasReleased = true
      say(`The disk of ${folder} is full. Its reserve was released for the database. Please make room on this disk.`)
      return (await readDisk()).freeBytes < RELEASE_BELOW_BYTES
    }
    const bytes = ballastBytes(disk)
    if (bytes > 0 && !existsSync(file) && !isStopped) await make(draft, file, bytes)
    if (wasReleased && existsSync(file)) {
      wasReleased = false
      say(`There is room on the disk of ${folder} again.`)
    }
    return false
  }
  function look(): Promise<boolean> {
    running ??= once()
      // A disk that does not respond at all is reported by the database.
      .catch(() => false)
      .finally(() => {
        running = null
      })
    return running
  }

  rmSync(draft, { force: true })
  return {
    look,
    start() {
      isStopped = false
      void look()
      timer = setInterval(look, LOOK_EVERY_MS)
      timer.unref()
    },
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}

/** Random bytes, so that no file system stores them in less space. */
async function make(draft: string, file: string, bytes: number): Promise<void> {
  const part = randomBytes(MIB)
  try {
    const handle = await open(draft, 'w', 0o600)
    try {
      for (let written = 0; written < bytes; written += MIB) await handle.writeFile(part)
      await handle.sync()
    } finally {
      await handle.close()
    }
    renameSync(draft, file)
  } catch {
    rmSync(draft, { force: true })
  }
}
