/** Frees space for alerts: deletes old events first, then clips, then thumbnails; never an alert. */
import { existsSync, rmSync, statfsSync } from 'node:fs'
import { type Log, wordsOf } from '#platform/log.ts'
import { type Clip, pathsOf } from './clip-table.ts'
import type { EventStore } from './event-store.ts'

export type Room = {
  /** Maximum size of events and clips together. */
  maxBytes: number
  /** Space to keep free for other programs on this disk. */
  keepFreeBytes: number
  /** Bytes free on the disk. */
  freeBytes: () => number
}

/** Rows that one round deletes. */
const ROWS = 500

/** Frees space if limits are exceeded; with `isRefused` (the disk just rejected a write) a little in any case. */
export function makeRoom(store: EventStore, room: Room, nowMs: number, log: Log, isRefused = false): void {
  const isTight = () => excessBytes(store, room) > 0
  const done = { events: 0, clips: 0, thumbnails: 0 }
  let wantsOne = isRefused
  attempt(log, () => {
    while (wantsOne || isTight()) {
      const forgotten = store.forgetConfirmed(nowMs + 1, ROWS)
      wantsOne = false
      done.events += forgotten
      if (forgotten === 0) break
    }
  })
  attempt(log, () => {
    for (const clip of store.clips.ready()) {
      if (!isTight()) break
      const { alertId, isBlurred } = clip
      for (const path of pathsOf(clip)) rmSync(path, { force: true })
      done.clips++
      store.append({ type: 'clip-failed', alertId, error: { code: 'disk-full', params: {} }, isBlurred }, () =>
        store.clips.drop(clip),
      )
    }
  })
  attempt(log, () => {
    while (isTight()) {
      const dropped = store.dropThumbnails(ROWS)
      done.thumbnails += dropped
      if (dropped === 0) break
    }
  })
  if (done.events + done.clips + done.thumbnails > 0) log('warn', 'The disk is full: the least important went', done)
}

/** Bytes that this user can still write on the disk of `dir`; infinite if the folder does not exist. */
export function diskFreeBytes(dir: string): number {
  if (!existsSync(dir)) return Number.POSITIVE_INFINITY
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}

/** Size of the disk of `dir` in bytes; infinite if the folder does not exist. */
export function diskTotalBytes(dir: string): number {
  if (!existsSync(dir)) return Number.POSITIVE_INFINITY
  const { blocks, bsize } = statfsSync(dir)
  return blocks * bsize
}

/** The real disk. */
export const DISK = { freeBytes: diskFreeBytes, totalBytes: diskTotalBytes }

/** By how much the spool exceeds its limits; negative if there is room. */
function excessBytes(store: EventStore, { maxBytes, keepFreeBytes, freeBytes }: Room): number {
  const usedBytes = store.usedBytes() + store.clips.ready().reduce((sum, clip) => sum + bytesOf(clip), 0)
  return Math.max(usedBytes - maxBytes, keepFreeBytes - freeBytes())
}

function bytesOf({ byteLength, original }: Clip): number {
  return byteLength + (original?.byteLength ?? 0)
}

/** A full disk may reject even deletions; the next kind may still succeed. */
function attempt(log: Log, work: () => void): void {
  try {
    work()
  } catch (error) {
    log('warn', 'The disk refuses to make room', { reason: wordsOf(error) })
  }
}
