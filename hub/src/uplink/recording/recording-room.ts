/** Disk space that recordings leave to everything else, so that alerts and their clips always find room. */
const HOUR_SECONDS = 3600
const LEAST_BYTES = 2 * 1024 ** 3
const LEAST_SHARE = 0.05

/** Space of a disk, bytes; both return infinity if the folder does not exist. */
export type Disk = { freeBytes: (dir: string) => number; totalBytes: (dir: string) => number }

/**
 * Space to keep free: the largest of an hour of the current recordings, a twentieth of the disk, and 2 GiB. A disk
 * of unknown size counts as a small one.
 */
export function retainedFreeBytes(totalBytes: number, bytesPerSecond: number): number {
  const share = Number.isFinite(totalBytes) ? totalBytes * LEAST_SHARE : 0
  return Math.max(LEAST_BYTES, share, bytesPerSecond * HOUR_SECONDS)
}
