/** How much of the disk recordings leave to everything else: alerts and their clips always find room. security.md, R12. */
const HOUR_SECONDS = 3600
const LEAST_BYTES = 2 * 1024 ** 3
const LEAST_SHARE = 0.05

/** A disk as recordings see it; both answer infinity where there is no such folder. */
export type Disk = { freeBytes: (dir: string) => number; totalBytes: (dir: string) => number }

/**
 * What must stay free: an hour of what is being recorded, a twentieth of the disk, and 2 GiB, whichever is most. A disk
 * of unknown size counts as a small one.
 */
export function retainedFreeBytes(totalBytes: number, bytesPerSecond: number): number {
  const share = Number.isFinite(totalBytes) ? totalBytes * LEAST_SHARE : 0
  return Math.max(LEAST_BYTES, share, bytesPerSecond * HOUR_SECONDS)
}
