/** Recordings that stay on their hub: what it reports about them, and playback through its socket. */
import { randomUUID } from 'node:crypto'
import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import type { RecordingDetail } from '@mimamori/contract/footage/recording.ts'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertHub } from '#service/fleet/hub/testing.ts'
import { SegmentHub } from '../../../../hub/src/testing/segment-hub.ts'
import { after, putInit, putSegment, recordingStage, segmentOf } from './testing.ts'

const stage = recordingStage()
let address: string
beforeAll(async () => {
  address = await stage.service.listen()
})
const running: SegmentHub[] = []
afterEach(async () => {
  for (const hub of running.splice(0)) await hub.stop()
})

async function connect(): Promise<SegmentHub> {
  const hub = new SegmentHub(address, stage.hub.token)
  running.push(hub)
  await hub.start()
  return hub
}
const bytesOf = (fromSecond: number) => segmentOf(stage.video, fromSecond, 6)
const tell = (key: 'recording.dropRetained' | 'recording.compareRetained', body: object) =>
  stage.service.call(stage.hub.token, key as 'recording.dropRetained', { body: body as never })
const wanted = async () => (await stage.service.call(stage.hub.token, 'recording.wantedRetained')).body.ids

type RetainedDraft = { id?: string; initId: string; fromSecond: number; startSeconds?: number }
/** Six seconds of the film that stay on the hub. */
async function keep({ id = randomUUID(), initId, fromSecond, startSeconds = fromSecond }: RetainedDraft) {
  const { body, status } = await stage.service.call(stage.hub.token, 'recording.putRetained', {
    params: { id },
    body: {
      cameraId: stage.hub.cameraIds[0]!,
      initId,
      startedAt: after(startSeconds).toISOString(),
      durationMs: 6000,
      bytes: bytesOf(fromSecond).length,
    },
  })
  expect(status).toBe(200)
  return { id, isStored: body.isStored }
}

/** Twelve seconds in two segments on the hub's disk; returns their ids. */
async function record(hub?: SegmentHub): Promise<[string, string]> {
  const initId = await putInit(stage.service, stage.hub, stage.video)
  const ids = []
  for (const fromSecond of [0, 6]) {
    const { id } = await keep({ initId, fromSecond })
    hub?.keep(id, bytesOf(fromSecond))
    ids.push(id)
  }
  return ids as [string, string]
}
/** The hub uploads a segment that it listed before. */
async function bring(id: string, fromSecond: number): Promise<void> {
  const [row] = await stage.service.sql<{ init_id: string }[]>`select init_id from recording_segment where id = ${id}`
  const draft = { id, initId: row!.init_id, startedAt: after(fromSecond), fromSecond }
  await putSegment(stage.service, stage.hub, stage.video, draft)
}
/** Time passes, and the hub gets another token. */
async function advance(ms: number): Promise<void> {
  stage.service.clock.advance(ms)
  stage.hub.token = await stage.service.hubToken(stage.hub)
}
const seen = async () => stage.detail((await stage.only()).id)
const segmentsIn = (playlist: string) => playlist.split('\n').filter((line) => line.startsWith('/'))
const addressesOf = async ({ playlistUrl }: RecordingDetail) => segmentsIn((await stage.get(playlistUrl)).text)
const keyOf = ({ text }: { text: string }) => (JSON.parse(text) as { key: string }).key

describe('recordings that stay on their hub', () => {
  test('REC-05 recordings on a hub are listed with their hub, and repeated segments are ignored', async () => {
    const initId = await putInit(stage.service, stage.hub, stage.video)
    const { id } = await keep({ initId, fromSecond: 0 })
    expect(await keep({ id, initId, fromSecond: 0 })).toEqual({ id, isStored: false })
    const only = await stage.only()
    expect(only).toMatchObject({ durationMs: 6000, bytes: bytesOf(0).length, hub: { id: stage.hub.id, name: 'Hub' } })
    expect(await stage.detail(only.id)).toMatchObject({ isHubReachable: false, runs: [] })
  })

  test('REC-05 recordings on a hub play and download unchanged through its socket', async () => {
    const hub = await connect()
    const [first, second] = await record(hub)
    const detail = await seen()
    expect(detail).toMatchObject({ isHubReachable: true, runs: [{ durationMs: 12_000 }] })
    const [one, two] = await addressesOf(detail)
    const whole = await stage.get(two!)
    expect([whole.status, whole.headers['content-type'], whole.headers['cache-control']]).toEqual([
      200,
      'video/mp4',
      'private, no-store',
    ])
    expect(whole.bytes.equals(bytesOf(6))).toBe(true)
    const range = await stage.get(one!, { range: 'bytes=4-7' })
    expect([range.status, range.text, range.headers['content-length']]).toEqual([206, 'moof', '4'])

    const download = await stage.get(detail.downloadUrl)
    expect(download.bytes.length).toBe(Number(download.headers['content-length']))
    const parts = hub.orders.map((order) => order.type === 'segment-read' && order.part)
    expect(parts.filter((part) => part === 'index')).toHaveLength(2)

    expect((await stage.get(`${detail.downloadUrl}&check=true`)).status).toBe(204)

    // It equals the file when the service has the segments itself.
    const asked = hub.orders.length
    await bring(first, 0)
    await bring(second, 6)
    expect((await stage.get(detail.downloadUrl)).bytes.equals(download.bytes)).toBe(true)
    expect(hub.orders).toHaveLength(asked)
  })

  test('S11 nobody gets a segment after their session ended, and its hub receives no request', async () => {
    const hub = await connect()
    await record(hub)
    const [segment] = await addressesOf(await seen())
    await stage.service.sql`update session set ended_at = now() where id = ${stage.nurse.sessionId}`
    stage.service.platform.sessions.changed({ sessionId: stage.nurse.sessionId, userId: stage.nurse.id })
    expect((await stage.get(segment!)).status).toBe(404)
    expect(hub.orders.filter(({ type }) => type === 'segment-read')).toEqual([])
  })

  test('REC-05 while the hub is away stored video plays, and the rest fails before any byte is sent', async () => {
    const [first] = await record()
    await bring(first, 0)
    const detail = await seen()
    expect(detail).toMatchObject({ isHubReachable: false, durationMs: 12_000 })
    expect(detail.runs).toEqual([{ startedAt: after(0).toISOString(), offsetMs: 0, durationMs: 6000 }])
    const shown = await addressesOf(detail)
    expect(shown).toHaveLength(1)
    expect((await stage.get(shown[0]!)).bytes.equals(bytesOf(0))).toBe(true)

    const all = detail.playlistUrl.replace('&only=stored', '')
    const missing = await stage.get(segmentsIn((await stage.get(all)).text)[1]!)
    expect([missing.status, keyOf(missing)]).toEqual([503, 'recording-on-hub'])
    for (const url of [detail.downloadUrl, `${detail.downloadUrl}&check=true`]) {
      const refused = await stage.get(url)
      expect([refused.status, keyOf(refused)]).toEqual([503, 'recording-on-hub'])
    }
    const stored = await stage.get(`${detail.downloadUrl}&to=${after(5).toISOString()}`)
    expect([stored.status, stored.headers['content-type']]).toEqual([200, 'video/mp4'])
  })

  test('REC-05 a hub that disconnects during a download leaves a file shorter than announced', async () => {
    const hub = await connect()
    const [, second] = await record(hub)
    const { downloadUrl } = await seen()
    // The index of the second segment is read first; by the time its frames are read, they are gone.
    hub.orders.push = (order: HubOrder) => {
      if (order.type === 'segment-read' && order.part === 'video' && order.segmentId === second) hub.lose(second)
      return 0
    }
    const answer = await fetch(`${address}${downloadUrl}`)
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
  })

  test('a segment that the hub does not have is not found, like any other', async () => {
    const hub = await connect()
    const [first] = await record(hub)
    hub.lose(first)
    const answer = await stage.get((await addressesOf(await seen()))[0]!)
    expect([answer.status, keyOf(answer)]).toEqual([404, 'not-found'])
  })
})

describe('segments that a hub removes, uploads and compares', () => {
  test('REC-05 rows are deleted with the files; a recording shrinks to its remaining segments', async () => {
    const [first, second] = await record()
    await tell('recording.dropRetained', { ids: [first], isGone: false })
    expect(await stage.only()).toMatchObject({ startedAt: after(6).toISOString(), durationMs: 6000 })
    await advance(30 * 60_000)
    await tell('recording.dropRetained', { ids: [first, second], isGone: false })
    expect((await stage.search()).totalCount).toBe(0)
    expect(await stage.service.sql`select from recording where tenant_id = ${stage.tenant.id}`).toHaveLength(0)
  })

  test('REC-05 an archived range is never removed: the hub uploads it, and it stays stored', async () => {
    const hub = await connect()
    const ids = await record(hub)
    const { id } = await stage.only()
    await stage.service.call(stage.nurse.token, 'recording.patch', { params: { id }, body: { archived: true } })
    await vi.waitFor(() => expect(hub.orders).toContainEqual({ type: 'recordings-wanted' }))
    expect((await tell('recording.dropRetained', { ids, isGone: false })).body.archived).toEqual(ids.toSorted())
    expect(await wanted()).toEqual(ids.toSorted())

    await bring(ids[0], 0)
    await bring(ids[1], 6)
    expect(await wanted()).toEqual([])
    expect(await keep({ id: ids[0], initId: randomUUID(), fromSecond: 0 })).toMatchObject({ isStored: true })
    await hub.stop()
    const detail = await stage.detail(id)
    expect(detail).toMatchObject({ hub: null, isHubReachable: true, archived: true, durationMs: 12_000 })
    expect((await stage.get((await addressesOf(detail))[1]!)).bytes.equals(bytesOf(6))).toBe(true)
  })

  test('REC-05 the former hub of a camera uploads archived segments, and nothing new', async () => {
    const [first, second] = await record(await connect())
    const { id } = await stage.only()
    await stage.service.call(stage.nurse.token, 'recording.patch', { params: { id }, body: { archived: true } })
    const { service, hub } = stage
    const other = await insertHub(service, { tenant: stage.tenant })
    await service.sql`update camera set agent_id = ${other.id} where agent_id = ${hub.id}`
    expect(await wanted()).toEqual([first, second].toSorted())
    await bring(first, 0)
    expect(await wanted()).toEqual([second])

    const [row] = await service.sql<{ init_id: string }[]>`select init_id from recording_segment where id = ${first}`
    const contentType = 'application/octet-stream'
    const refused = async (token: string, id: string) => {
      const query = { cameraId: hub.cameraIds[0]!, initId: row!.init_id, startedAt: after(12).toISOString() }
      const request = { params: { id }, query: { ...query, durationMs: 6000 }, bytes: bytesOf(6), contentType }
      return (await service.refused(token, 'recording.putSegment', request)).status
    }
    expect([await refused(hub.token, randomUUID()), await refused(other.token, second)]).toEqual([404, 409])

    // Segments that the former hub no longer has become a gap.
    await tell('recording.compareRetained', { after: null, until: null, ids: [] })
    expect(await wanted()).toEqual([])
    const { gaps, durationMs } = await seen()
    expect([durationMs, gaps.map(({ cause }) => cause)]).toEqual([6000, ['file-lost']])
  })

  test('REC-05 a recording cannot be archived while its hub is out of reach', async () => {
    await record()
    const { id } = await stage.only()
    const request = { params: { id }, body: { archived: true } }
    expect((await stage.service.refused(stage.nurse.token, 'recording.patch', request)).body.key).toBe(
      'recording-on-hub',
    )
    expect((await stage.only()).archived).toBe(false)
  })

  test('S21 a row without its file becomes a gap, a file without its row is requested again', async () => {
    const [first, second] = (await record()).toSorted()
    const stranger = randomUUID()
    const whole = { after: null, until: null }
    const answer = await tell('recording.compareRetained', { ...whole, ids: [second, stranger] })
    expect(answer.body).toEqual({ unknown: [stranger], isMore: false })
    const { gaps, durationMs } = await seen()
    expect([durationMs, gaps.map(({ cause }) => cause)]).toEqual([6000, ['file-lost']])
    // Segments outside of the range are not compared.
    await tell('recording.compareRetained', { after: second, until: null, ids: [] })
    await tell('recording.compareRetained', { after: null, until: first, ids: [] })
    expect((await seen()).durationMs).toBe(6000)
  })

  test('S1 another hub of the site cannot remove or compare segments that are not its own', async () => {
    const ids = await record()
    const other = await insertHub(stage.service, { tenant: stage.tenant })
    const { service } = stage
    await service.call(other.token, 'recording.dropRetained', { body: { ids, isGone: true } })
    await service.call(other.token, 'recording.compareRetained', { body: { after: null, until: null, ids: [] } })
    expect((await service.call(other.token, 'recording.wantedRetained')).body.ids).toEqual([])
    expect((await stage.only()).durationMs).toBe(12_000)
  })

  test('REC-05 the site’s policy reaches its hubs at once, and a preview shows what it removes', async () => {
    const { service, tenant } = stage
    const hub = await connect()
    await record(hub)
    await advance(2 * 24 * 3_600_000)
    const admin = await service.user({ role: 'ADMIN', tenant })
    const limits = { place: 'hub' as const, days: 1, gigabytes: 3 }
    const { body: before } = await service.call(admin.token, 'retention.get')
    expect([before.retained.count, before.onHubs.count]).toEqual([0, 1])
    const preview = await service.call(admin.token, 'retention.preview', { query: { days: 1 } })
    expect(preview.body.removed.count).toBe(1)
    const body = { ...limits, version: before.version, isConfirmed: true }
    await service.call(admin.token, 'retention.save', { body })
    // Two days of timers must run first: on a busy machine the order takes a while.
    await vi.waitFor(() => expect(hub.orders.at(-1)).toEqual({ type: 'desired-changed' }), { timeout: 10_000 })
    expect((await service.call(stage.hub.token, 'hub.desired')).body.recordings).toEqual(limits)
  })

  test.each([
    ['removed', (token: string, id: string) => stage.service.call(token, 'agent.remove', { params: { id } })],
    ['given to another site', move],
  ])('a hub that is %s leaves gaps where only it had the images', async (_, change) => {
    await record()
    const { service, hub, tenant } = stage
    const other = await insertHub(service, { tenant })
    await service.sql`update camera set agent_id = ${other.id} where agent_id = ${hub.id}`
    const support = await service.user({ role: 'SUPER_ADMIN' })
    expect((await change(support.token, hub.id)).status).toBe(200)
    expect((await stage.search()).totalCount).toBe(0)
    const gaps = await service.sql`select cause from recording_gap where tenant_id = ${tenant.id}`
    expect(gaps).toEqual([{ cause: 'file-lost' }])
  })
})

async function move(token: string, id: string) {
  const { service } = stage
  const { id: tenantId } = await service.tenant()
  const { revision } = (await service.call(token, 'agent.get', { params: { id } })).body
  return service.call(token, 'agent.patch', { body: { id, revision, tenantId } })
}
