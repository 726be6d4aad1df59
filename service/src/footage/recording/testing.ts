/** The stage for tests of recordings: a service, a site, and a hub that uploads real video. */
import { randomUUID } from 'node:crypto'
import type { RecordingDetail, RecordingFilter } from '@mimamori/contract/footage/recording.ts'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { insertHub, type TestHub } from '#service/fleet/hub/testing.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { initSegment } from '../../../../hub/src/mp4/fmp4.ts'
import { type Film, film, segmentOf } from '../../../../hub/src/testing/film.ts'

export { type Film, segmentOf }

/** 10:00 in Tokyo. */
export const START = new Date('2026-11-20T01:00:00.000Z')
export const after = (seconds: number) => new Date(START.getTime() + seconds * 1000)

/** Uploads the header of a new run and returns its id. */
export async function putInit(service: TestService, hub: TestHub, { track }: Film): Promise<string> {
  const id = randomUUID()
  const { codec, width, height } = track
  const { status } = await service.call(hub.token, 'recording.putInit', {
    params: { id },
    query: { cameraId: hub.cameraIds[0]!, codec, width, height, people: 'clear' },
    bytes: initSegment(track),
    contentType: 'application/octet-stream',
  })
  expect(status).toBe(200)
  return id
}

type SegmentDraft = { id?: string; initId: string; startedAt: Date; fromSecond?: number; seconds?: number }

/** Uploads seconds of the film as what the hub's first camera saw at that time. */
export async function putSegment(service: TestService, hub: TestHub, of: Film, draft: SegmentDraft): Promise<string> {
  const { id = randomUUID(), initId, startedAt, fromSecond = 0, seconds = 6 } = draft
  const { status } = await service.call(hub.token, 'recording.putSegment', {
    params: { id },
    query: { cameraId: hub.cameraIds[0]!, initId, startedAt: startedAt.toISOString(), durationMs: seconds * 1000 },
    bytes: segmentOf(of, fromSecond, seconds),
    contentType: 'application/octet-stream',
  })
  expect(status).toBe(200)
  return id
}

/** Twelve seconds in two segments of a new run; returns the id of its header. */
async function putTwoSegments(service: TestService, hub: TestHub, of: Film, startedAt: Date): Promise<string> {
  const initId = await putInit(service, hub, of)
  await putSegment(service, hub, of, { initId, startedAt })
  const later = new Date(startedAt.getTime() + 6_000)
  await putSegment(service, hub, of, { initId, startedAt: later, fromSecond: 6 })
  return initId
}

/** One service for all tests of a file; each test has its own site with a hub, one camera and a nurse. Call it at the top. */
export function recordingStage() {
  const stage = new Stage()
  beforeAll(() => stage.open())
  afterAll(() => stage.service.stop())
  beforeEach(() => stage.setSite())
  return stage
}

class Stage {
  service!: TestService
  /** Twelve seconds. */
  video!: Film
  tenant!: TestTenant
  hub!: TestHub
  nurse!: TestUser

  async open(): Promise<void> {
    this.service = await startService()
    this.video = await film(12)
  }

  /** Replaces the test's site with another one. */
  async setSite(tenant?: TestTenant): Promise<void> {
    this.tenant = tenant ?? (await this.service.tenant())
    this.hub = await insertHub(this.service, { tenant: this.tenant })
    this.nurse = await this.service.user({ role: 'USER', tenant: this.tenant })
  }

  /** Two segments of six seconds; returns the id of their header. */
  record(fromSeconds = 0): Promise<string> {
    return putTwoSegments(this.service, this.hub, this.video, after(fromSeconds))
  }

  /** The recordings that the nurse sees. */
  async search(body: RecordingFilter = {}) {
    return (await this.service.call(this.nurse.token, 'recording.search', { body })).body
  }

  async only() {
    return (await this.search()).records[0]!
  }

  async detail(id: string): Promise<RecordingDetail> {
    return (await this.service.call(this.nurse.token, 'recording.get', { params: { id } })).body
  }

  /** Requests a signed URL like a browser. */
  async get(url: string, headers: Record<string, string> = {}) {
    const answer = await this.service.app.http.inject({ method: 'GET', url, headers })
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.body }
  }
}
