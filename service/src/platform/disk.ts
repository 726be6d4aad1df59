/** The room on the disk of the data folder, and how much of it uploads leave to the database. */
import { statfs } from 'node:fs/promises'

/** Bytes of a disk; free are those that this user may write. */
export type DiskRoom = { freeBytes: number; totalBytes: number }
export type ReadDisk = () => Promise<DiskRoom>

export const MIB = 1024 ** 2
const RESERVE_SHARE = 0.05
const RESERVE_LEAST_BYTES = 128 * MIB
const RESERVE_MOST_BYTES = 512 * MIB

/** Reads the state of the folder's disk. */
export function diskOf(folder: string): ReadDisk {
  return async () => {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  }
}

/** Free space that clips and images must leave: 5 % of the disk, at least 128 MiB and at most 512 MiB. */
export function reserveBytes(totalBytes: number): number {
  return Math.min(RESERVE_MOST_BYTES, Math.max(RESERVE_LEAST_BYTES, totalBytes * RESERVE_SHARE))
}
