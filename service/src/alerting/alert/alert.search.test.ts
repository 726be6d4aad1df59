/** Lists and counts of alerts: order, filters, pages, what a user has seen, what a user may see. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertUnit, type TestCamera } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

type Home = { tenant: TestTenant; nurse: TestUser; camera: TestCamera }

async function home(): Promise<Home> {
  const tenant = await service.tenant()
  const nurse = await service.user({ role: 'USER', tenant })
  return { tenant, nurse, camera: await insertCamera(service, tenant, { location: '101' }) }
}

async function unreadCount(user: TestUser, filter = {}): Promise<number> {
  const { body } = await service.call(user.token, 'alert.search', {
    query: { pageSize: 0 },
    body: { ...filter, hasRead: false },
  })
  expect(body.records).toEqual([])
  return body.totalCount
}

describe('pages', () => {
  test('ALERT-02 the newest alert comes first, or the oldest on request', async () => {
    const { nurse, camera } = await home()
    const early = await insertAlert(service, camera, { occurredAt: '2026-11-18T01:00:00.000Z' })
    const late = await insertAlert(service, camera, { occurredAt: '2026-11-19T01:00:00.000Z', severity: 'critical' })

    const newest = await service.call(nurse.token, 'alert.search')
    const oldest = await service.call(nurse.token, 'alert.search', { query: { sortAscending: true } })

    expect(newest.body.records.map((alert) => alert.id)).toEqual([late.id, early.id])
    expect(oldest.body.records.map((alert) => alert.id)).toEqual([early.id, late.id])
    expect(newest.body.totalCount).toBe(2)
    expect(newest.body.records[0]).toMatchObject({
      cameraName: camera.name,
      location: '101',
      severity: 'critical',
      occurredAt: '2026-11-19T01:00:00.000Z',
      hasRead: false,
      archived: false,
      mediaType: 'image',
      thumbnailUrl: null,
      firstSeen: null,
    })
  })

  test('ALERT-09 alert/search accepts PUT and POST, and returns every page once', async () => {
    const { nurse, camera } = await home()
    for (let i = 0; i < 7; i++) await insertAlert(service, camera)
    const ids: string[] = []
    for (const pageNumber of [0, 1, 2]) {
      const { body } = await service.call(nurse.token, 'alert.search', {
        method: 'POST',
        query: { pageNumber, pageSize: 3 },
      })
      expect(body.currentPage).toBe(pageNumber)
      expect(body.totalCount).toBe(7)
      ids.push(...body.records.map((alert) => alert.id))
    }
    expect(new Set(ids).size).toBe(7)
    const beyond = await service.call(nurse.token, 'alert.search', { query: { pageNumber: 9, pageSize: 3 } })
    expect(beyond.body).toEqual({ records: [], totalCount: 7, currentPage: 9 })
  })

  test('ALERT-02 filters by severity, activity, camera, unit, time and archived narrow list and count alike', async () => {
    const { tenant, nurse } = await home()
    const unitId = await insertUnit(service, tenant)
    const [a, b] = [await insertCamera(service, tenant, { unitId }), await insertCamera(service, tenant)]
    await insertAlert(service, a, { severity: 'critical', activity: 'A005', occurredAt: '2026-11-10T00:00:00.000Z' })
    await insertAlert(service, a, { severity: 'low', activity: 'A003', occurredAt: '2026-11-12T00:00:00.000Z' })
    await insertAlert(service, b, { severity: 'low', activity: 'A003', occurredAt: '2026-11-14T00:00:00.000Z' })
    await insertAlert(service, b, { isArchived: true, occurredAt: '2026-11-15T00:00:00.000Z' })

    const countOf = async (body: object) => {
      const answer = await service.call(nurse.token, 'alert.search', { query: { pageSize: 100 }, body })
      expect(answer.body.records).toHaveLength(answer.body.totalCount)
      return answer.body.totalCount
    }
    expect(await countOf({})).toBe(3)
    expect(await countOf({ severities: ['critical'] })).toBe(1)
    expect(await countOf({ activities: ['A003'] })).toBe(2)
    expect(await countOf({ cameraIds: [a.id] })).toBe(2)
    expect(await countOf({ cameraIds: [a.id, b.id], severities: ['low'] })).toBe(2)
    expect(await countOf({ unitIds: [unitId] })).toBe(2)
    expect(await countOf({ archived: true })).toBe(1)
    expect(await countOf({ from: '2026-11-12T00:00:00.000Z' })).toBe(2)
    expect(await countOf({ to: '2026-11-12T00:00:00.000Z' })).toBe(1)
    expect(await countOf({ from: '2026-11-11T12:34:56.789Z', to: '2026-11-13T00:00:00.000Z' })).toBe(1)
    expect(await countOf({ from: '2026-11-14T00:00:00.000Z', to: '2026-11-14T00:00:00.001Z' })).toBe(1)
  })

  test('a column that alerts are not sorted by is named', async () => {
    const { nurse } = await home()
    const { status, body } = await service.refused(nurse.token, 'alert.search', { query: { sortColumn: 'password' } })
    expect([status, body.key, body.fields]).toEqual([400, 'invalid-request', { sortColumn: 'invalid' }])
  })
})

describe('seen', () => {
  test('NAV-08 the unread count is per user and exact, with and without a mark', async () => {
    const { tenant, nurse, camera } = await home()
    const other = await service.user({ role: 'USER', tenant })
    const [first] = [await insertAlert(service, camera), await insertAlert(service, camera)]
    await service.call(nurse.token, 'alert.patch', { params: { id: first.id }, body: { hasRead: true } })

    expect(await unreadCount(nurse)).toBe(1)
    expect(await unreadCount(other)).toBe(2)
    const { body } = await service.call(nurse.token, 'alert.search', { body: { hasRead: true } })
    expect(body.records.map((alert) => alert.id)).toEqual([first.id])
    expect(body.totalCount).toBe(1)
  })

  test('NAV-08 after mark-all-read a new alert counts one, also in the same instant or arriving late', async () => {
    const { nurse, camera } = await home()
    for (let i = 0; i < 3; i++) await insertAlert(service, camera)
    await insertAlert(service, camera, { occurredAt: '2026-11-01T00:00:00.000Z' })
    const marked = await service.call(nurse.token, 'alert.markAllRead')
    expect(marked.body).toMatchObject({ changed: 4 })
    expect(await unreadCount(nurse)).toBe(0)

    const now = service.clock.now().toISOString()
    const sudden = await insertAlert(service, camera)
    const late = await insertAlert(service, camera, { occurredAt: '2026-11-02T00:00:00.000Z', createdAt: now })

    expect(await unreadCount(nurse)).toBe(2)
    const { body } = await service.call(nurse.token, 'alert.search', { body: { hasRead: false } })
    expect(body.records.map((alert) => alert.id)).toEqual([sudden.id, late.id])
    expect(await unreadCount(nurse, { from: '2026-11-10T00:00:00.000Z' })).toBe(1)
    expect(await unreadCount(nurse, { cameraIds: [camera.id] })).toBe(2)
  })

  test('NAV-08 days after mark-all-read the count is what arrived since', async () => {
    const { nurse, camera } = await home()
    await insertAlert(service, camera)
    await service.call(nurse.token, 'alert.markAllRead')
    const since = ['2026-11-20T01:30:00.000Z', '2026-11-21T03:00:00.000Z', '2026-11-23T23:59:59.999Z']
    for (const occurredAt of since) await insertAlert(service, camera, { occurredAt })
    await insertAlert(service, camera, { occurredAt: since[2]!, isArchived: true })

    expect(await unreadCount(nurse)).toBe(3)
    const { body } = await service.call(nurse.token, 'alert.search', { body: { hasRead: false } })
    expect(body.records.map((alert) => alert.occurredAt)).toEqual(since.toReversed())
  })
})

describe('scope', () => {
  test('ALERT-10 one tenant never sees the alerts of another', async () => {
    const [mine, other] = [await home(), await home()]
    const foreign = await insertAlert(service, other.camera)

    const list = await service.call(mine.nurse.token, 'alert.search')
    const byCamera = await service.call(mine.nurse.token, 'alert.search', { body: { cameraIds: [other.camera.id] } })
    const many = await service.call(mine.nurse.token, 'alert.patchMany', { body: { ids: [foreign.id], hasRead: true } })

    expect([list.body.totalCount, byCamera.body.totalCount, many.body.changed]).toEqual([0, 0, 0])
    expect(await unreadCount(other.nurse)).toBe(1)
  })

  test('ALERT-10 a foreign alert and a missing one answer the same', async () => {
    const [mine, other] = [await home(), await home()]
    const foreign = await insertAlert(service, other.camera)
    const missing = '019a9b00-0000-7000-8000-000000000000'
    const answers = []
    for (const id of [foreign.id, missing]) {
      const get = await service.refused(mine.nurse.token, 'alert.get', { params: { id } })
      const patch = await service.refused(mine.nurse.token, 'alert.patch', {
        params: { id },
        body: { verdict: 'real' },
      })
      answers.push([get.status, get.body, patch.status, patch.body])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]![0]).toBe(404)
  })

  test('NAV-04 a user bound to units sees the alerts of those alone', async () => {
    const { tenant, nurse } = await home()
    const [east, west] = [await insertUnit(service, tenant), await insertUnit(service, tenant)]
    const inEast = await insertAlert(service, await insertCamera(service, tenant, { unitId: east }))
    const inWest = await insertAlert(service, await insertCamera(service, tenant, { unitId: west }))
    await insertAlert(service, await insertCamera(service, tenant))
    const bound = await service.user({ role: 'USER', tenant, unitIds: [east] })

    const all = await service.call(nurse.token, 'alert.search')
    const own = await service.call(bound.token, 'alert.search')
    const asked = await service.call(bound.token, 'alert.search', { body: { unitIds: [west] } })

    expect(all.body.totalCount).toBe(3)
    expect(own.body.records.map((alert) => alert.id)).toEqual([inEast.id])
    expect([own.body.totalCount, asked.body.totalCount, await unreadCount(bound)]).toEqual([1, 0, 1])
    expect((await service.refused(bound.token, 'alert.get', { params: { id: inWest.id } })).status).toBe(404)
    expect((await service.call(bound.token, 'alert.get', { params: { id: inEast.id } })).body.newerId).toBeNull()
  })

  test('ALERT-10 an organiser sees the alerts of the sites below, merged by time, and may mark them', async () => {
    const parent = await service.tenant({ kind: 'organisation' })
    const [north, south] = [await service.tenant({ parent }), await service.tenant({ parent })]
    const organiser = await service.user({ role: 'ORG_ADMIN', tenant: parent })
    const ids = []
    for (const [index, tenant] of [north, south, north].entries()) {
      const camera = await insertCamera(service, tenant)
      ids.push((await insertAlert(service, camera, { occurredAt: `2026-11-1${index}T00:00:00.000Z` })).id)
    }

    const { body } = await service.call(organiser.token, 'alert.search')
    expect(body.records.map((alert) => alert.id)).toEqual(ids.toReversed())
    expect(body.totalCount).toBe(3)
    await service.call(organiser.token, 'alert.patch', { params: { id: ids[1]! }, body: { hasRead: true } })
    expect(await unreadCount(organiser)).toBe(2)
    expect((await service.call(organiser.token, 'alert.markAllRead')).body).toMatchObject({ changed: 2 })
    expect(await unreadCount(organiser)).toBe(0)
  })

  test('NAV-08 SUPER_ADMIN sees no alerts outside of a site, and those of the site when connected', async () => {
    const { tenant, camera } = await home()
    await insertAlert(service, camera)
    const outside = await service.user({ role: 'SUPER_ADMIN' })
    const inside = await service.user({ role: 'SUPER_ADMIN', tenant })
    // The test binds it to a tenant; outside it is the operator's.
    const [operator] = await service.sql<
      { id: string }[]
    >`select tenant_id as id from app_user where id = ${outside.id}`
    await service.sql`update session set acting_tenant_id = ${operator!.id} where user_id = ${outside.id}`
    service.clock.advance(1_000)

    const seen = await service.call(inside.token, 'alert.search')
    const unseen = await service.call(outside.token, 'alert.search')
    expect([seen.body.totalCount, unseen.body.totalCount]).toEqual([1, 0])
    expect(await unreadCount(outside)).toBe(0)
  })

  test('a RESTRICTED_USER without a unit sees no alerts', async () => {
    const { tenant, camera } = await home()
    await insertAlert(service, camera)
    const restricted = await service.user({ role: 'RESTRICTED_USER', tenant })
    expect((await service.call(restricted.token, 'alert.search')).body.totalCount).toBe(0)
  })
})
