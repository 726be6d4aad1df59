/** The frames of a film that the hub analyzes: five a second. REAL-01. */

import { ANALYSED, JudgedImage } from '@mimamori/hub/pipeline/analysis/judged-image.ts'
import { ImageDecoder } from '@mimamori/hub/pipeline/decode/image-decoder.ts'
import { aspectOf } from '@mimamori/hub/pipeline/frame/own-frame.ts'
import { openFile } from '@mimamori/hub/pipeline/ingest/video-file.ts'
import type { Frame } from 'node-av/lib'

export const SIZE = ANALYSED
/** As in the hub's analysis. */
const FRAME_MS = 200

/** Each frame as the hub judges it, with the decoded one, which is freed after its turn. */
export async function* analyzedFrames(path: string) {
  const judged = new JudgedImage()
  try {
    for await (const { frame, capturedAtMs } of decodedFrames(path)) {
      yield { gray: judged.of(frame), aspect: aspectOf(frame), atMs: capturedAtMs, frame }
    }
  } finally {
    judged.close()
  }
}

async function* decodedFrames(path: string): AsyncGenerator<{ frame: Frame; capturedAtMs: number }> {
  const stop = new AbortController()
  const source = await openFile(path, stop.signal)
  const decoder = await ImageDecoder.open('h264', source.extradata)
  let nextMs = Number.NEGATIVE_INFINITY
  const isDue = (atMs: number) => {
    if (atMs < nextMs && nextMs - atMs < 10 * FRAME_MS) return false
    nextMs = Math.max(nextMs + FRAME_MS, atMs + FRAME_MS / 2)
    return true
  }
  try {
    for await (const packet of source) {
      for (const decoded of await decoder.decode(packet, Math.round(packet.ptsUs / 1000), isDue)) {
        try {
          yield decoded
        } finally {
          decoded.frame.free()
        }
      }
    }
  } finally {
    decoder.close()
    stop.abort()
    await source.close()
  }
}
