/** Real video for tests of recordings, and a hub that uploads it. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { fragment, initSegment } from '../../../../hub/src/media/fmp4.ts'
import { type Sample, sampleData, type Track, trackFrom } from '../../../../hub/src/media/mp4-box.ts'
import { drawVideo } from '../../../../hub/src/testing/drawn-video.ts'
import type { TestService } from '../../testing.ts'
import type { TestHub } from '../hub/testing.ts'

const FRAMES_PER_SECOND = 10
const FRAME_TICKS = 90_000 / FRAMES_PER_SECOND

export type Film = { track: Track; samples: Sample[] }

/** A key frame every second. */
export async function film(seconds: number): Promise<Film> {
  const frames = seconds * FRAMES_PER_SECOND
  const size = { width: 160, height: 90 }
  const packets = await drawVideo({ ...size, framesPerSecond: FRAMES_PER_SECOND, frames, keyEvery: FRAMES_PER_SECOND })
  const samples = packets.map(({ data, isKey }, i) => {
    return { data: sampleData(data), isKey, time: i * FRAME_TICKS, duration: FRAME_TICKS, showAfter: 0 }
  })
  return { track: trackFrom(packets[0]!.data)!, samples }
}

/** A piece of the film as hubs write it: one fragment for each key frame. */
export function pieceOf({ samples }: Film, fromSecond: number, seconds: number): Buffer {
  const groups = Array.from({ length: seconds }, (_, i) => {
    const first = (fromSecond + i) * FRAMES_PER_SECOND
    return fragment(fromSecond + i + 1, samples.slice(first, first + FRAMES_PER_SECOND))
  })
  return Buffer.concat(groups)
}

/** Uploads the header of a new stretch and answers its id. */
export async function putInit(service: TestService, hub: TestHub, { track }: Film): Promise<string> {
  const id = randomUUID()
  const { codec, width, height } = track
  const { status } = await service.call(hub.token, 'recording.putInit', {
    params: { id },
    query: { cameraId: hub.cameraIds[0]!, codec, width, height },
    bytes: initSegment(track),
    contentType: 'application/octet-stream',
  })
  expect(status).toBe(200)
  return id
}

export type PieceDraft = { id?: string; initId: string; startedAt: Date; fromSecond?: number; seconds?: number }

/** Uploads seconds of the film as what the hub's first camera saw at that time. */
export async function putPiece(service: TestService, hub: TestHub, of: Film, draft: PieceDraft): Promise<string> {
  const { id = randomUUID(), initId, startedAt, fromSecond = 0, seconds = 6 } = draft
  const { status } = await service.call(hub.token, 'recording.putSegment', {
    params: { id },
    query: { cameraId: hub.cameraIds[0]!, initId, startedAt: startedAt.toISOString(), durationMs: seconds * 1000 },
    bytes: pieceOf(of, fromSecond, seconds),
    contentType: 'application/octet-stream',
  })
  expect(status).toBe(200)
  return id
}

/** Twelve seconds in two pieces of a new stretch; answers the id of its header. */
export async function putTwoPieces(service: TestService, hub: TestHub, of: Film, startedAt: Date): Promise<string> {
  const initId = await putInit(service, hub, of)
  await putPiece(service, hub, of, { initId, startedAt })
  const later = new Date(startedAt.getTime() + 6_000)
  await putPiece(service, hub, of, { initId, startedAt: later, fromSecond: 6 })
  return initId
}
