/** Filters by tag and by shift: which alerts they find, at whose clock, and over how long. */
import { SHIFT_RANGE_MAX_DAYS } from '@mimamori/contract/alerting/alert.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertResident, insertShift, insertTag, type TestCamera } from '#testing/site.ts'

const NIGHT = [22 * 60, 6 * 60] as const

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function found(user: TestUser, body: object): Promise<string[]> {
  const answer = await service.call(user.token, 'alert.search', { body, query: { sortAscending: true } })
  expect(answer.body.totalCount).toBe(answer.body.records.length)
  return answer.body.records.map(({ occurredAt }) => occurredAt.slice(0, 16))
}

async function raise(camera: TestCamera, times: readonly string[]): Promise<void> {
  for (const time of times) await insertAlert(service, camera, { occurredAt: `${time}:00.000Z` })
}

async function tag(tenant: TestTenant, camera: TestCamera, name: string): Promise<string> {
  const tagId = await insertTag(service, tenant, name)
  await service.sql`insert into camera_tag (tenant_id, camera_id, tag_id) values (${tenant.id}, ${camera.id}, ${tagId})`
  return tagId
}

describe('shifts', () => {
  test('ALERT-02 SET-04 a shift past midnight finds its nights by the clock of the site, also when clocks change', async () => {
    const tenant = await service.tenant({ timezone: 'Europe/Berlin' })
    const nurse = await service.user({ role: 'USER', tenant })
    const shiftId = await insertShift(service, tenant, ...NIGHT)
    // 22:00 is 20:00Z in summer and 21:00Z in winter; clocks go back on 25 October at 01:00Z.
    const within = ['2026-10-24T20:00', '2026-10-25T00:30', '2026-10-25T01:30', '2026-10-25T04:59', '2026-10-25T21:00']
    const beyond = ['2026-10-24T19:59', '2026-10-25T05:00', '2026-10-25T20:59']
    await raise(await insertCamera(service, tenant), [...within, ...beyond])
    expect(await found(nurse, { shiftIds: [shiftId] })).toEqual(within)
    expect(await found(nurse, { shiftIds: [shiftId], hasRead: false })).toEqual(within)
    expect(await found(nurse, { shiftIds: [shiftId], hasRead: true })).toEqual([])
  })

  test('SET-04 a shift with cameras finds their alerts alone, one without finds those of all cameras', async () => {
    const tenant = await service.tenant()
    const nurse = await service.user({ role: 'USER', tenant })
    const admin = await service.user({ role: 'ADMIN', tenant })
    const [mine, other] = [await insertCamera(service, tenant), await insertCamera(service, tenant)]
    await raise(mine, ['2026-11-18T01:00', '2026-11-18T15:00'])
    await raise(other, ['2026-11-18T02:00', '2026-11-18T16:00'])
    // The site's clock is Tokyo's: 01:00Z is 10:00.
    const [day, all] = [await insertShift(service, tenant, 540, 1080), await insertShift(service, tenant, 540, 1080)]
    await service.call(admin.token, 'camera.patch', { params: { id: mine.id }, body: { shiftIds: [day] } })
    expect(await found(nurse, { shiftIds: [day] })).toEqual(['2026-11-18T01:00'])
    expect(await found(nurse, { shiftIds: [all] })).toEqual(['2026-11-18T01:00', '2026-11-18T02:00'])
    expect(await found(nurse, { shiftIds: [day], cameraIds: [other.id] })).toEqual([])
  })

  test('ALERT-02 with several sites each uses its own clock and its own shifts', async () => {
    const organisation = await service.tenant({ kind: 'organisation' })
    const organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
    const tokyo = await service.tenant({ parent: organisation, timezone: 'Asia/Tokyo' })
    const london = await service.tenant({ parent: organisation, timezone: 'Europe/London' })
    const shiftIds = [await insertShift(service, tokyo, ...NIGHT), await insertShift(service, london, ...NIGHT)]
    await raise(await insertCamera(service, tokyo), ['2026-11-18T13:10', '2026-11-18T23:10'])
    await raise(await insertCamera(service, london), ['2026-11-18T13:20', '2026-11-18T23:20'])
    expect(await found(organiser, { shiftIds })).toEqual(['2026-11-18T13:10', '2026-11-18T23:20'])
    expect(await found(organiser, { shiftIds: [shiftIds[1]] })).toEqual(['2026-11-18T23:20'])
  })

  test('ALERT-02 an equal start and end is the whole day, and another site’s shift finds nothing', async () => {
    const tenant = await service.tenant()
    const nurse = await service.user({ role: 'USER', tenant })
    await raise(await insertCamera(service, tenant), ['2026-11-18T01:00', '2026-11-18T15:00'])
    const whole = await insertShift(service, tenant, 480, 480)
    const foreign = await insertShift(service, await service.tenant(), 480, 480)
    expect(await found(nurse, { shiftIds: [whole] })).toHaveLength(2)
    expect(await found(nurse, { shiftIds: [foreign] })).toEqual([])
  })

  test('P2 a shift is counted over at most 93 days, the last ones without a given beginning', async () => {
    const tenant = await service.tenant()
    const nurse = await service.user({ role: 'USER', tenant })
    const shiftIds = [await insertShift(service, tenant, 0, 0)]
    const now = service.clock.now().getTime()
    const daysAgo = (days: number) => new Date(now - days * 24 * 60 * 60_000).toISOString()
    const camera = await insertCamera(service, tenant)
    for (const days of [1, SHIFT_RANGE_MAX_DAYS - 1, SHIFT_RANGE_MAX_DAYS + 1]) {
      await insertAlert(service, camera, { occurredAt: daysAgo(days) })
    }
    expect(await found(nurse, { shiftIds })).toHaveLength(2)
    expect(await found(nurse, { shiftIds, from: daysAgo(180), to: daysAgo(90) })).toHaveLength(2)
    const refused = await service.refused(nurse.token, 'alert.search', { body: { shiftIds, from: daysAgo(94) } })
    expect([refused.status, refused.body.fields]).toEqual([400, { from: 'alert.range-too-long-for-shift' }])
  })
})

describe('tags', () => {
  test('ALERT-02 SET-04 a tag finds the alerts of the cameras that carry it, together with other filters', async () => {
    const tenant = await service.tenant()
    const nurse = await service.user({ role: 'USER', tenant })
    const [a, b, c] = [
      await insertCamera(service, tenant),
      await insertCamera(service, tenant),
      await insertCamera(service, tenant),
    ]
    const [high, fall] = [await tag(tenant, a, 'High risk'), await tag(tenant, b, 'Fall')]
    await raise(a, ['2026-11-18T01:00'])
    await raise(b, ['2026-11-18T02:00'])
    await raise(c, ['2026-11-18T03:00'])
    expect(await found(nurse, { tagIds: [high] })).toEqual(['2026-11-18T01:00'])
    expect(await found(nurse, { tagIds: [high, fall] })).toEqual(['2026-11-18T01:00', '2026-11-18T02:00'])
    expect(await found(nurse, { tagIds: [high, fall], cameraIds: [b.id, c.id] })).toEqual(['2026-11-18T02:00'])
    expect(await found(nurse, { tagIds: [high], cameraIds: [b.id] })).toEqual([])
    expect(await found(nurse, { tagIds: [fall], hasRead: false })).toEqual(['2026-11-18T02:00'])
  })
})

describe('neighbours', () => {
  test('ALERT-05 previous and next visit each match of the filter once, even at the same instant', async () => {
    const tenant = await service.tenant()
    const nurse = await service.user({ role: 'USER', tenant })
    const camera = await insertCamera(service, tenant)
    const at = (minute: number) => `2026-11-18T01:0${minute}:00.000Z`
    const wanted = []
    for (const minute of [1, 2, 2, 4]) {
      wanted.push((await insertAlert(service, camera, { occurredAt: at(minute), severity: 'critical' })).id)
      await insertAlert(service, camera, { occurredAt: at(minute), severity: 'low' })
    }
    const walked: (string | null)[] = [wanted.at(-1)!]
    const body = { severities: ['critical' as const] }
    while (walked.at(-1)) {
      const answer = await service.call(nurse.token, 'alert.neighbours', { params: { id: walked.at(-1)! }, body })
      walked.push(answer.body.olderId)
    }
    expect(walked).toEqual([...wanted.toReversed(), null])
  })

  test('ALERT-05 paging through unseen alerts leads from the one just seen to the next unseen', async () => {
    const tenant = await service.tenant()
    const nurse = await service.user({ role: 'USER', tenant })
    const camera = await insertCamera(service, tenant)
    const ids: string[] = []
    for (const minute of [1, 2, 3]) {
      ids.push((await insertAlert(service, camera, { occurredAt: `2026-11-18T01:0${minute}:00.000Z` })).id)
    }
    await service.call(nurse.token, 'alert.patch', { params: { id: ids[1]! }, body: { hasRead: true } })
    const { body } = await service.call(nurse.token, 'alert.neighbours', {
      params: { id: ids[1]! },
      body: { hasRead: false },
    })
    expect(body).toEqual({ newerId: ids[2], olderId: ids[0] })
  })
})

test('NIGHT-02 words find the alerts of a room, and of a resident during the stay there', async () => {
  const tenant = await service.tenant()
  const nurse = await service.user({ role: 'USER', tenant })
  const annotator = await service.user({ role: 'ANNOTATOR', tenant })
  const [camera, other] = [
    await insertCamera(service, tenant, { location: '居室 205' }),
    await insertCamera(service, tenant, { location: '居室 206' }),
  ]
  await insertResident(service, camera, { name: '山田 花子', from: '2026-11-10T00:00:00.000Z' })
  await raise(camera, ['2026-11-09T01:00', '2026-11-18T01:00'])
  await raise(other, ['2026-11-18T02:00'])
  for (const text of ['山田', '山田花子', '２０５　花子', '花子 山田']) {
    expect(await found(nurse, { text })).toEqual(['2026-11-18T01:00'])
  }
  expect(await found(nurse, { text: '205' })).toEqual(['2026-11-09T01:00', '2026-11-18T01:00'])
  expect(await found(nurse, { text: '居室' })).toEqual(['2026-11-09T01:00', '2026-11-18T01:00', '2026-11-18T02:00'])
  expect([await found(nurse, { text: '鈴木' }), await found(annotator, { text: '山田' })]).toEqual([[], []])
})
