/** Clips for tests of reports: a small drawn clip in which a box moves and then rests. */
import { fileURLToPath } from 'node:url'
import { runChild } from '#platform/work/child-work.ts'

/** Sizes in pixels. */
export type ClipDrawing = {
  seconds: number
  movesFromS: number
  movesToS: number
  size: { width: number; height: number }
}

const PROGRAM = fileURLToPath(new URL('./testing-clip.child.ts', import.meta.url))
const SMALL = { width: 320, height: 180 }
const LIMITS = { timeoutMs: 60_000, heapMb: 256, residentMb: 1024 }

/** An MP4 of this many seconds; between the two times, in seconds, a bright box crosses the frame. */
export async function drawClip(seconds: number, movesFromS: number, movesToS: number, size = SMALL): Promise<Buffer> {
  const drawing: ClipDrawing = { seconds, movesFromS, movesToS, size }
  const mp4 = await runChild<Uint8Array>(PROGRAM, drawing, { ...LIMITS, signal: new AbortController().signal })
  return Buffer.from(mp4)
}
