/** Analyzes an alert's clip in a separate process: the amount of motion over time, and a few frames. REPORT-01. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { ClipUse } from '@mimamori/contract/care/report.ts'
import { type Storage, storageName } from '#platform/files/storage.ts'
import { ChildError, runChild } from '#platform/work/child-work.ts'
import type { Motion } from './report.motion.ts'

/** A frame of the clip: a small JPEG if requested, otherwise only its time. */
export type KeyFrame = { atMs: number; jpeg: Uint8Array | null }
export type ClipFindings = { durationMs: number; motion: Motion; frames: KeyFrame[] }
export type ClipReading = { use: 'analyzed'; findings: ClipFindings } | { use: Exclude<ClipUse, 'analyzed'> }

export type ClipInput = { mp4: Uint8Array; alertAtMs: number | null; wantsImages: boolean }
/** Errors that the child process detects itself. */
export const REJECTIONS = ['unreadable', 'too-large'] as const

type ClipOptions = {
  wantsImages: boolean
  signal: AbortSignal
  onProgress: (percent: number) => void
  /** For tests. */
  timeoutMs?: number
  decoder?: string
}

const PROGRAM = fileURLToPath(new URL('./report.clip.child.ts', import.meta.url))
/** Optional dependency: docs/decisions/0046. */
const DECODER = 'node-av/lib'
const MOST_BYTES = 64 * 1024 * 1024
const TIMEOUT_MS = 30_000
const HEAP_MB = 128
const RESIDENT_MB = 640

/** Analyzes the MP4, or returns an error code. Rejects only when `signal` aborts it. */
export async function readClip(
  mp4: Uint8Array,
  alertAtMs: number | null,
  { wantsImages, signal, onProgress, timeoutMs = TIMEOUT_MS, decoder = DECODER }: ClipOptions,
): Promise<ClipReading> {
  if (!isInstalled(decoder)) return { use: 'no-decoder' }
  const input: ClipInput = { mp4, alertAtMs, wantsImages }
  const limits = { timeoutMs, heapMb: HEAP_MB, residentMb: RESIDENT_MB, signal, onProgress }
  try {
    return { use: 'analyzed', findings: await runChild<ClipFindings>(PROGRAM, input, limits) }
  } catch (error) {
    if (!(error instanceof ChildError) || error.reason === 'stopped') throw error
    if (error.reason === 'timeout') return { use: 'too-slow' }
    return { use: error.reason === 'memory' || error.reason === 'too-large' ? 'too-large' : 'unreadable' }
  }
}

function isInstalled(packageName: string): boolean {
  try {
    createRequire(import.meta.url).resolve(packageName)
    return true
  } catch {
    return false
  }
}

/** The bytes of a stored clip; null if it is missing, `too-large` if it exceeds the limit. */
export async function loadClip(
  storage: Pick<Storage, 'open'>,
  { tenantId, mediaId }: { tenantId: string; mediaId: string },
): Promise<Uint8Array | 'too-large' | null> {
  const file = await storage.open(storageName(tenantId, mediaId))
  if (!file) return null
  if (file.size <= MOST_BYTES) return file.bytes()
  await file.close()
  return 'too-large'
}
