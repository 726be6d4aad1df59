/** How much of the service's disk recordings leave to alerts, their clips and the database. */
import type { DiskRoom } from '#platform/disk.ts'

/** This share of the disk is left free, and at least this much of it. */
const FREE_SHARE = 0.05
const FREE_BYTES = 2 * 1024 ** 3
/** Old recordings are removed before new ones are rejected. */
const EARLY = 1.25

function retainedFreeBytes(totalBytes: number): number {
  return Math.max(FREE_BYTES, totalBytes * FREE_SHARE)
}

/** Whether recordings must wait on their hubs. */
export function isFull({ freeBytes, totalBytes }: DiskRoom): boolean {
  return freeBytes < retainedFreeBytes(totalBytes)
}

/** How many bytes old recordings have to make free; 0 or less: none. */
export function missingBytes({ freeBytes, totalBytes }: DiskRoom): number {
  return retainedFreeBytes(totalBytes) * EARLY - freeBytes
}
