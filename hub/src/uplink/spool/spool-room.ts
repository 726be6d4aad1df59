/** Makes room for what must not be lost: old events first, then clips, then thumbnails; never an alert. */
import { existsSync, rmSync, statfsSync } from 'node:fs'
import { type Log, wordsOf } from '#platform/log.ts'
import { type Clip, pathsOf } from './clip-table.ts'
import type { EventStore } from './event-store.ts'

export type Room = {
  /** What events and clips together may take. */
  maxBytes: number
  /** What others on this disk shall find free. */
  keepFreeBytes: number
  /** Bytes free on the disk. */
  freeBytes: () => number
}

/** Rows that one round forgets. */
const ROWS = 500

/** Makes room where the limits are passed; with `isRefused` (the disk just refused a write) a little in any case. */
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

/** Bytes that this user may still write on the disk of `dir`; infinite where there is no such folder. */
export function diskFreeBytes(dir: string): number {
  if (!existsSync(dir)) return Number.POSITIVE_INFINITY
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}

/** Size of the disk of `dir` in bytes; infinite where there is no such folder. */
export function diskTotalBytes(dir: string): number {
  if (!existsSync(dir)) return Number.POSITIVE_INFINITY
  const { blocks, bsize } = statfsSync(dir)
  return blocks * bsize
}

/** The disk as it is. */
export const DISK = { freeBytes: diskFreeBytes, totalBytes: diskTotalBytes }

/** How far the spool is beyond what it may take; negative when there is room. */
function excessBytes(store: EventStore, { maxBytes, keepFreeBytes, freeBytes }: Room): number {
  const usedBytes = store.usedBytes() + store.clips.ready().reduce((sum, clip) => sum + bytesOf(clip), 0)
  return Math.max(usedBytes - maxBytes, keepFreeBytes - freeBytes())
}

function bytesOf({ byteLength, original }: Clip): number {
  return byteLength + (original?.byteLength ?? 0)
}

/** A full disk may refuse even to forget; the next kind may still go. */
function attempt(log: Log, work: () => void): void {
  try {
    work()
  } catch (error) {
    log('warn', 'The disk refuses to make room', { reason: wordsOf(error) })
  }
}
