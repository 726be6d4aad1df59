/** Walk tests over a real socket to a hub that a test plays. */

import type { WalkFacts } from '@mimamori/contract/camera/hub-request.ts'
import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { insertHub } from '#service/fleet/hub/testing.ts'
import { Peer } from '#service/footage/live/testing.ts'
import { startService, type TestService } from '#testing/service.ts'
import { endWalks } from './walk.jobs.ts'

let service: TestService
let address: string
beforeAll(async () => {
  service = await startService()
  address = (await service.listen()).replace('http', 'ws')
})
afterAll(() => service.stop())

const open: Peer[] = []
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate()
})

type Ask = Extract<HubOrder, { type: 'ask' }>
/** A gray image of one pixel. */
const JPEG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA='
const FACTS: WalkFacts = {
  frame: { jpeg: JPEG, takenAt: '2026-11-20T00:00:00.000Z' },
  ...{ blind: null, hasBed: true, people: [], result: 'unseen', seenAt: null },
}

/** A camera whose hub answers each request of a walk test as the test specifies. */
async function testedCamera() {
  const tenant = await service.tenant()
  const hub = await insertHub(service, { tenant })
  const admin = await service.user({ role: 'ADMIN', tenant })
  const cameraId = hub.cameraIds[0]!
  const peer = new Peer(address, 'hub/socket', { 'x-authtoken': hub.token })
  open.push(peer)
  await peer.opened()
  const requests: Ask['request'][] = []
  const answerNext = async (facts: Partial<WalkFacts>) => {
    const asks = () => peer.heard.filter((each): each is Ask => (each as HubOrder).type === 'ask')
    await vi.waitFor(() => expect(asks().length).toBeGreaterThan(requests.length), { timeout: 5_000 })
    const { askId, request } = asks()[requests.length]!
    requests.push(request)
    peer.socket.send(JSON.stringify({ type: 'answer', askId, result: { type: 'walk', ...FACTS, ...facts } }))
  }
  const begun = await service.call(admin.token, 'walkTest.start', { params: { cameraId } })
  expect(begun.status).toBe(200)
  const { id } = begun.body
  type Look = {
    key: number
    step: 'stand' | 'floor'
    spot: { x: number; y: number } | null
    mode: 'watch' | 'last' | 'skip'
  }
  const look = async (asked: Look, facts: Partial<WalkFacts>) => {
    const answer = service.call(admin.token, 'walkTest.look', { params: { id }, body: asked })
    await answerNext(facts)
    return (await answer).body
  }
  const certified = { params: { id }, body: { isCertified: true } }
  const finish = () => service.call(admin.token, 'walkTest.finish', certified)
  const refusedFinish = () => service.refused(admin.token, 'walkTest.finish', certified)
  const record = async () =>
    (await service.call(admin.token, 'walkTest.list', { query: { cameraId } })).body.records[0]!
  return { tenant, hub, admin, cameraId, id, requests, look, finish, refusedFinish, record }
}
const stand = { key: 0, step: 'stand', spot: null } as const
const spot = { x: 0.25, y: 0.75 }
const floor = { key: 1, step: 'floor', spot } as const

describe('REAL-11 a walk test', () => {
  test('REAL-11 a step is ticked only by detections since it began', async () => {
    const { look, requests, cameraId } = await testedCamera()
    const first = await look({ ...stand, mode: 'watch' }, { result: 'otherwise' })
    expect(first.steps).toMatchObject([{ key: 0, step: 'stand', result: null }])
    const seen = await look({ ...stand, mode: 'watch' }, { result: 'seen', seenAt: '2026-11-20T00:00:02.000Z' })
    expect(seen.steps).toMatchObject([{ result: 'seen' }])
    expect(seen.facts?.frame?.jpeg).toBe(JPEG)
    const since = first.steps[0]!.startedAt
    expect(requests).toEqual(Array(2).fill({ type: 'walk', cameraId, step: 'stand', spot: null, since }))
    // An ended test stays unchanged.
    const later = await look({ ...stand, mode: 'last' }, { result: 'unseen' })
    expect(later.steps).toMatchObject([{ result: 'seen' }])
  })

  test('REAL-11 each place ends seen, otherwise or skipped, and a blind camera saw nobody', async () => {
    const { look } = await testedCamera()
    const places = [
      { mode: 'last', facts: { result: 'otherwise' }, becomes: 'otherwise' },
      { mode: 'last', facts: { result: 'seen', blind: 'learning' }, becomes: 'unseen' },
      { mode: 'skip', facts: {}, becomes: 'skipped' },
    ] as const
    for (const [key, { mode, facts, becomes }] of places.entries()) {
      const { steps } = await look({ ...floor, key, mode }, facts)
      expect(steps.at(-1)).toMatchObject({ key, spot, result: becomes })
    }
  })

  test('REAL-11 a finished test is a certificate with its image, which a change of privacy withholds', async () => {
    const { look, finish, refusedFinish, record, admin, id, cameraId } = await testedCamera()
    expect((await record()).newest).toBeNull()
    expect((await refusedFinish()).status).toBe(400)
    await look({ ...floor, mode: 'watch' }, { result: 'seen', seenAt: '2026-11-20T00:00:02.000Z' })
    await look({ ...floor, key: 2, mode: 'last' }, { result: 'unseen' })
    await finish()
    expect((await record()).newest).toMatchObject({ tried: 2, seen: 1, renewals: [] })
    const get = async () => (await service.call(admin.token, 'walkTest.get', { params: { id } })).body
    expect(await get()).toMatchObject({ endReason: 'finished', image: JPEG, alerts: [] })
    await service.sql`update camera set privacy_level = 'blur' where id = ${cameraId}`
    expect((await get()).image).toBeNull()
  })

  test('REAL-11 another bed, place, program or view asks for a new test, each with its reason', async () => {
    const { look, finish, record, hub, cameraId } = await testedCamera()
    await look({ ...stand, mode: 'watch' }, { result: 'seen', seenAt: '2026-11-20T00:00:02.000Z' })
    await finish()
    await service.sql`update agent set version = '9.9.9' where id = ${hub.id}`
    await service.sql`update camera set placement_height_cm = 250, status_reason = '{"code":"view-changed","params":{}}'
      where id = ${cameraId}`
    await service.sql`update camera set places = '[{"kind":"bed","name":"Bed"}]' where id = ${cameraId}`
    expect((await record()).newest?.renewals).toEqual(['bed', 'camera', 'version', 'moved'])
  })

  test('REAL-11 a view that was accepted after the test is not the one that was tested', async () => {
    const { look, finish, record, admin, cameraId } = await testedCamera()
    const acceptView = () => service.call(admin.token, 'camera.acceptView', { params: { id: cameraId } })
    await look({ ...stand, mode: 'watch' }, { result: 'seen', seenAt: '2026-11-20T00:00:02.000Z' })
    await finish()
    expect((await record()).newest?.renewals).toEqual([])
    service.clock.advance(1_000)
    await acceptView()
    expect((await record()).newest?.renewals).toEqual(['moved'])
  })

  test('REAL-11 a test ends at its time or when the phone disconnects, without a certificate', async () => {
    const { look, record, admin, id } = await testedCamera()
    const running = async () =>
      (await service.call(admin.token, 'walkTest.running', {})).body.records.map((one) => one.id)
    await look({ ...stand, mode: 'watch' }, { result: 'seen', seenAt: '2026-11-20T00:00:02.000Z' })
    expect(await running()).toEqual([id])
    service.clock.advance(61_000)
    await drain(endWalks(service.platform.bus), service.database, service.clock.now())
    expect(await running()).toEqual([])
    expect((await record()).newest).toBeNull()
    const [row] = await service.sql`select end_reason, image from walk_test where id = ${id}`
    expect(row).toEqual({ end_reason: 'away', image: null })
    const body = { ...stand, mode: 'watch' } as const
    expect((await service.refused(admin.token, 'walkTest.look', { params: { id }, body })).status).toBe(409)
  })

  test('REAL-11 the certificate is one page in both languages, with the marks of the places', async () => {
    const { look, finish, admin, id } = await testedCamera()
    await look({ ...stand, mode: 'watch' }, { result: 'seen', seenAt: '2026-11-20T00:00:02.000Z' })
    await look({ ...floor, mode: 'last' }, { result: 'otherwise' })
    expect((await service.refused(admin.token, 'walkTest.pdf', { params: { id } })).status).toBe(404)
    await finish()
    const { body } = await service.call(admin.token, 'walkTest.pdf', { params: { id } })
    const data = new Uint8Array(body as unknown as Buffer)
    const pdf = await pdfjs.getDocument({ data, verbosity: 0 }).promise
    expect(pdf.numPages).toBe(1)
    const { items } = await (await pdf.getPage(1)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join('')
    expect(text).toContain('動作テスト証明書')
    expect(text).toContain('Walk test certificate')
    expect(text).toContain('△')
    const [row] = await service.sql`select count(*)::int as n from audit where action = 'walkTest.print'`
    expect(row!.n).toBe(1)
  }, 60_000)
})
