/** Recordings that a bench or a browser test uploads or retains by itself, as a hub would. */
import { createClient, pathOf } from '@mimamori/contract/client.ts'
import { type EndpointKey, endpoints } from '@mimamori/contract/endpoints.ts'
import { RECORDING_SEGMENT_MS } from '@mimamori/contract/footage/recording-intake.ts'
import { initSegment } from '@mimamori/hub/mp4/fmp4.ts'
import { progressiveMp4 } from '@mimamori/hub/mp4/mp4.ts'
import { uuidV7 } from '@mimamori/hub/platform/clock.ts'
import { FILM_FRAMES_PER_SECOND, type Film, film, segmentOf } from '@mimamori/hub/testing/film.ts'
import { SegmentHub } from '@mimamori/hub/testing/segment-hub.ts'

const CLEAR = { blurredThumbnail: null, people: 'clear' } as const

export { FILM_FRAMES_PER_SECOND }

const CLIP_SECONDS = 6

type RecordedDraft = { key: string; cameraId: string; startMs: number; seconds: number; coding?: 'hevc' }

const drawn = new Map<string, Promise<Film>>()

/** Uploads `seconds` seconds of video as a camera's recording from `startMs` on. Throws if a segment is rejected. */
export async function putRecording(url: string, draft: RecordedDraft): Promise<void> {
  const { key, cameraId, startMs, seconds } = draft
  const shown = await filmOf(draft)
  const put = putWith(url, await tokenOf(url, key))
  const initId = await putInit(put, cameraId, shown)
  const each = RECORDING_SEGMENT_MS / 1000
  for (let from = 0; from < seconds; from += each) {
    const length = Math.min(each, seconds - from)
    const startedAt = new Date(startMs + from * 1000).toISOString()
    const query = { cameraId, initId, startedAt, durationMs: length * 1000 }
    await put('recording.putSegment', { params: { id: crypto.randomUUID() }, query }, segmentOf(shown, from, length))
  }
}

/** The same for video that is retained on the hub; returns that hub, connected; the caller stops it. */
export async function keepRecording(url: string, draft: RecordedDraft): Promise<SegmentHub> {
  const { key, cameraId, startMs, seconds } = draft
  const shown = await filmOf(draft)
  const token = await tokenOf(url, key)
  const hub = await connectHub(url, key)
  hub.keepInit(shown.track)
  const call = createClient({ base: `${url}/api`, token: () => token })
  const initId = await putInit(putWith(url, token), cameraId, shown)
  const each = RECORDING_SEGMENT_MS / 1000
  for (let from = 0; from < seconds; from += each) {
    const length = Math.min(each, seconds - from)
    const [id, segment] = [crypto.randomUUID(), segmentOf(shown, from, length)]
    hub.keep(id, segment)
    const startedAt = new Date(startMs + from * 1000).toISOString()
    const body = { cameraId, initId, startedAt, durationMs: length * 1000, bytes: segment.length }
    await call('recording.putRetained', { params: { id }, body })
  }
  return hub
}

/** A connected hub without recordings; the caller stops it. */
export async function connectHub(url: string, key: string): Promise<SegmentHub> {
  const hub = new SegmentHub(url, await tokenOf(url, key))
  await hub.start()
  return hub
}

function filmOf({
  seconds,
  coding = 'h264',
}: Pick<RecordedDraft, 'seconds'> & { coding?: 'h264' | 'hevc' }): Promise<Film> {
  const name = `${seconds} ${coding}`
  const known = drawn.get(name) ?? film(seconds, coding)
  drawn.set(name, known)
  return known
}

async function putInit(put: ReturnType<typeof putWith>, cameraId: string, { track }: Film): Promise<string> {
  const id = crypto.randomUUID()
  const { codec, width, height } = track
  await put(
    'recording.putInit',
    { params: { id }, query: { cameraId, codec, width, height, people: 'clear' } },
    initSegment(track),
  )
  return id
}

/** Raises a past fall from the camera's hub; returns the alert's id. */
export async function raiseFall(url: string, { key, cameraId, atMs }: { key: string; cameraId: string; atMs: number }) {
  const token = await tokenOf(url, key)
  const call = createClient({ base: `${url}/api`, token: () => token })
  const alertId = uuidV7(atMs)
  const occurredAt = new Date(atMs).toISOString()
  const fall = { type: 'alert-raised', appCode: 'A005', severity: 'critical', thumbnail: null, ...CLEAR } as const
  const events = [{ ...fall, alertId, cameraId, occurredAt, detections: [], hasClip: false }]
  await call('hub.events', { body: { epoch: crypto.randomUUID(), fromSequence: 1, events } })
  return alertId
}

/** The same for an H.265 camera, with a clip and its original; returns the alert's id. */
export async function raiseFallInH265(url: string, draft: { key: string; cameraId: string; atMs: number }) {
  const { key, cameraId, atMs } = draft
  const token = await tokenOf(url, key)
  const put = putWith(url, token)
  const [mediaId, originalId] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const coding of ['h264', 'hevc'] as const) {
    const id = coding === 'h264' ? mediaId : originalId
    const { track, samples } = await filmOf({ seconds: CLIP_SECONDS, coding })
    const query = { cameraId, contentType: 'video/mp4' }
    await put('hub.putMedia', { params: { id }, query }, progressiveMp4(track, samples))
  }
  const { codec } = (await filmOf({ seconds: CLIP_SECONDS, coding: 'hevc' })).track
  const call = createClient({ base: `${url}/api`, token: () => token })
  const alertId = uuidV7(atMs)
  const fall = { type: 'alert-raised', appCode: 'A005', severity: 'critical', thumbnail: null, ...CLEAR } as const
  const ready = { type: 'clip-ready', alertId, mediaId, durationMs: CLIP_SECONDS * 1000, alertAtMs: 3000 } as const
  const events = [
    { ...fall, alertId, cameraId, occurredAt: new Date(atMs).toISOString(), detections: [], hasClip: true },
    { ...ready, original: { mediaId: originalId, codec } },
  ]
  await call('hub.events', { body: { epoch: crypto.randomUUID(), fromSequence: 1, events } })
  return alertId
}

async function tokenOf(url: string, key: string): Promise<string> {
  const open = createClient({ base: `${url}/api`, token: () => null })
  return (await open('hub.session', { body: { key, version: 'test', hostname: 'test', instance: 'test' } })).token
}

function putWith(url: string, token: string) {
  return async (key: EndpointKey, request: { params: object; query: object }, body: Buffer) => {
    const answer = await fetch(`${url}/api/${pathOf(endpoints[key], request)}`, {
      method: 'PUT',
      headers: { 'x-authtoken': token, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(body),
    })
    if (!answer.ok) throw new Error(`${key} answered ${answer.status}: ${await answer.text()}`)
  }
}
