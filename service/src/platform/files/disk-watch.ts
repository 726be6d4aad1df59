/** Monitors free disk space for uploads; reported in /health/ready and /metrics. */
import type { Cancel, Clock } from '../clock.ts'
import { type DiskRoom, type ReadDisk, reserveBytes } from '../disk.ts'
import { ServiceError } from '../service-error.ts'
import type { Sign } from '../sign.ts'

const LOOK_EVERY_MS = 10_000
/** Hubs retain rejected uploads, so an earlier retry has no benefit. */
const RETRY_AFTER_SECONDS = 60

export type DiskWatch = {
  /** Throws `storage-full` if `isShort` is true for the current disk state; default: the reserve is used. */
  requireRoom(isShort?: (room: DiskRoom) => boolean): Promise<void>
  sign: Sign
  /** Whether the reserve was in use when the disk was last read. */
  isFull(): boolean
  /** Calls the listener when that changes, until the returned function is called. */
  onChange(listener: (isFull: boolean) => void): () => void
  start(): void
  stop(): void
}

/** Watches one disk; a disk that cannot be read rejects nothing. */
export function createDiskWatch({ readDisk, clock }: { readDisk: ReadDisk; clock: Clock }): DiskWatch {
  let latest: DiskRoom | null = null
  let cancel: Cancel | null = null
  const listeners = new Set<(isFull: boolean) => void>()
  const isFull = () => latest !== null && isReserveTouched(latest)

  async function look(): Promise<DiskRoom | null> {
    const room = await readDisk().catch(() => null)
    const wasFull = isFull()
    latest = room
    if (isFull() !== wasFull) for (const listener of listeners) listener(isFull())
    return room
  }
  function again(): void {
    cancel = clock.after(LOOK_EVERY_MS, () => void look().finally(() => cancel && again()))
  }
  return {
    async requireRoom(isShort = isReserveTouched) {
      const room = await look()
      if (room && isShort(room)) throw new ServiceError('storage-full', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    },
    sign: {
      errors: () => (isFull() ? ['storage-full'] : []),
      figures: () =>
        latest
          ? [
              '# TYPE mimamori_disk_free_bytes gauge',
              `mimamori_disk_free_bytes ${latest.freeBytes}`,
              '# TYPE mimamori_disk_reserve_bytes gauge',
              `mimamori_disk_reserve_bytes ${reserveBytes(latest.totalBytes)}`,
            ]
          : [],
    },
    isFull,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      void look()
      again()
    },
    stop() {
      cancel?.()
      cancel = null
    },
  }
}

function isReserveTouched({ freeBytes, totalBytes }: DiskRoom): boolean {
  return freeBytes < reserveBytes(totalBytes)
}
