/** Actions on alerts: reading, archiving, verdicts; their timeline, the first reader, and the events for others. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'
import { insertAlert, insertCamera, insertMedia, insertUnit, type TestCamera } from '#testing/site.ts'

let service: TestService
let tenant: TestTenant
let camera: TestCamera
beforeAll(async () => {
  service = await startService()
  tenant = await service.tenant()
  camera = await insertCamera(service, tenant, { unitId: await insertUnit(service, tenant) })
})
afterAll(() => service.stop())

const userOf = (role: Role) => service.user({ role, tenant })

async function newsOf(work: () => Promise<unknown>): Promise<LiveEvent[]> {
  const news: LiveEvent[] = []
  const unsubscribe = service.platform.bus.subscribe([tenant.id], (event) => news.push(event))
  await work()
  unsubscribe()
  return news
}

describe('ALERT-06', () => {
  test('ALERT-06 opening marks the alert seen and stores the first care role by name and time', async () => {
    const alert = await insertAlert(service, camera)
    const [nurse, colleague] = [await userOf('USER'), await userOf('ADMIN')]
    service.clock.advance(60_000)
    const seenAt = service.clock.now().toISOString()

    const news = await newsOf(() =>
      service.call(nurse.token, 'alert.patch', { params: { id: alert.id }, body: { hasRead: true } }),
    )
    service.clock.advance(60_000)
    const later = await newsOf(() =>
      service.call(colleague.token, 'alert.patch', { params: { id: alert.id }, body: { hasRead: true } }),
    )

    const { body } = await service.call(colleague.token, 'alert.get', { params: { id: alert.id } })
    expect(body.firstSeen).toEqual({ userName: 'Test USER', at: seenAt })
    expect(body.hasRead).toBe(true)
    expect(body.steps.map((step) => [step.kind, step.userName])).toEqual([
      ['occurred', null],
      ['raised', null],
      ['seen', 'Test USER'],
      ['seen', 'Test ADMIN'],
    ])
    expect(news).toEqual([{ type: 'alert-changed', alertIds: [alert.id], unitId: camera.unitId }])
    expect(later).toEqual([
      { type: 'alert-changed', alertIds: [alert.id], unitId: camera.unitId, forUserId: colleague.id },
    ])
  })

  test('ALERT-06 SUPER_ADMIN looking does not count as seen by care staff', async () => {
    const alert = await insertAlert(service, camera)
    const support = await userOf('SUPER_ADMIN')
    const { body } = await service.call(support.token, 'alert.patch', {
      params: { id: alert.id },
      body: { hasRead: true },
    })
    expect(body.hasRead).toBe(true)
    expect(body.firstSeen).toBeNull()
    expect(body.steps.map((step) => step.kind)).toEqual(['occurred', 'raised'])
  })

  test('ALERT-06 DEMO_USER changes nothing', async () => {
    const alert = await insertAlert(service, camera)
    const guest = await userOf('DEMO_USER')
    const request = { params: { id: alert.id }, body: { hasRead: true } } as const
    const { status, body } = await service.refused(guest.token, 'alert.patch', request)
    expect([status, body.key]).toEqual([403, 'demo-read-only'])
    const nurse = await userOf('USER')
    expect((await service.call(nurse.token, 'alert.get', { params: { id: alert.id } })).body.firstSeen).toBeNull()
  })
})

describe('archive and judge', () => {
  test('ALERT-04 staff archive and unarchive a selection; others may not', async () => {
    const ids = [(await insertAlert(service, camera)).id, (await insertAlert(service, camera)).id]
    const [nurse, annotator] = [await userOf('USER'), await userOf('ANNOTATOR')]
    const refused = await service.refused(annotator.token, 'alert.patchMany', { body: { ids, archived: true } })
    expect([refused.status, refused.body.key]).toEqual([403, 'forbidden'])

    const archived = await service.call(nurse.token, 'alert.patchMany', { body: { ids, archived: true } })
    const again = await service.call(nurse.token, 'alert.patchMany', { body: { ids, archived: true } })
    const list = await service.call(nurse.token, 'alert.search', { query: { pageSize: 100 } })
    const shelf = await service.call(nurse.token, 'alert.search', { body: { archived: true } })
    const back = await service.call(nurse.token, 'alert.patch', { params: { id: ids[0]! }, body: { archived: false } })

    expect([archived.body.changed, again.body.changed]).toEqual([2, 0])
    expect(list.body.records.some((alert) => ids.includes(alert.id))).toBe(false)
    expect(shelf.body.totalCount).toBe(2)
    expect(back.body.archived).toBe(false)
    expect(back.body.steps.map((step) => step.kind)).toEqual(['occurred', 'raised', 'archived', 'unarchived'])
    const actions = await service.sql`select action from audit
      where tenant_id = ${tenant.id} and actor_user_id = ${nurse.id} order by id`
    expect(actions.map((row) => row.action)).toEqual(['alert.archive', 'alert.unarchive'])
  })

  test('ALERT-11 ANNOTATOR judges; the last judgement counts and each is on the timeline', async () => {
    const alert = await insertAlert(service, camera)
    const annotator = await userOf('ANNOTATOR')
    const judge = (verdict: 'real' | 'false-alarm') =>
      service.call(annotator.token, 'alert.patch', { params: { id: alert.id }, body: { verdict } })
    await judge('false-alarm')
    const { body } = await judge('real')
    expect(body.verdict).toBe('real')
    const judgements = body.steps.filter((step) => step.kind === 'judged').map((step) => step.verdict)
    expect(judgements).toEqual(['false-alarm', 'real'])
  })

  test('ALERT-11 a judgement stores its reason on alert and timeline; another reason is a new judgement', async () => {
    const alert = await insertAlert(service, camera)
    const nurse = await userOf('USER')
    const judge = async (verdictReason?: string) =>
      (
        await service.call(nurse.token, 'alert.patch', {
          params: { id: alert.id },
          body: { verdict: 'false-alarm', verdictReason },
        })
      ).body
    expect((await judge('bedding')).verdictReason).toBe('bedding')
    await judge('bedding')
    const last = await judge('  ')
    expect([last.verdict, last.verdictReason]).toEqual(['false-alarm', null])
    const judged = last.steps.filter((step) => step.kind === 'judged').map((step) => step.verdictReason)
    expect(judged).toEqual(['bedding', null])
  })

  test('ALERT-11 a reason without a verdict is rejected', async () => {
    const alert = await insertAlert(service, camera)
    const nurse = await userOf('USER')
    const one = { params: { id: alert.id }, body: { verdictReason: 'bedding' } }
    const many = { body: { ids: [alert.id], verdictReason: 'bedding' } }
    const refused = await service.refused(nurse.token, 'alert.patch', one)
    expect([refused.status, refused.body.fields]).toEqual([400, { verdict: 'alert.verdict-needed' }])
    expect((await service.refused(nurse.token, 'alert.patchMany', many)).status).toBe(400)
  })

  test('ALERT-11 ANNOTATOR sees neither cameras nor the dashboard', async () => {
    const annotator = await userOf('ANNOTATOR')
    expect((await service.refused(annotator.token, 'camera.search')).status).toBe(403)
    expect((await service.refused(annotator.token, 'alert.latest')).status).toBe(403)
  })
})

describe('detail', () => {
  test('ALERT-05 the detail has clip, region, timeline and its neighbours in time', async () => {
    const own = await insertCamera(service, await service.tenant())
    const nurse = await service.user({ role: 'USER', tenant: { id: own.tenantId } })
    const times = ['2026-11-19T00:00:00.000Z', '2026-11-19T00:00:01.000Z', '2026-11-19T00:00:02.000Z']
    const alerts = []
    for (const occurredAt of times) alerts.push(await insertAlert(service, own, { occurredAt }))
    const [older, alert, newer] = alerts.map((each) => each.id)
    const takenAt = '2026-11-19T00:00:12.000Z'
    const clipId = await insertMedia(service, own, {
      kind: 'clip',
      alert: alerts[1]!,
      bytes: Buffer.from('x'),
      takenAt,
    })

    const { body } = await service.call(nurse.token, 'alert.get', { params: { id: alert! } })

    expect([body.olderId, body.newerId]).toEqual([older, newer])
    expect(body).toMatchObject({ clipState: 'ready', clipDurationMs: 15_000, clipAlertAtMs: 5_000, mediaType: 'video' })
    expect(body.clipUrl).toContain(`/api/media/${clipId}?`)
    expect(body.steps.at(-1)).toEqual({
      at: takenAt,
      kind: 'clip-ready',
      userName: null,
      verdict: null,
      verdictReason: null,
      escalationName: null,
      ...{ outcome: null, note: null, source: null, pressedAt: null },
      notified: null,
      round: null,
      recipients: null,
    })
  })

  test('a RESTRICTED_USER gets no image as it is', async () => {
    const alert = await insertAlert(service, camera)
    await insertMedia(service, camera, { kind: 'thumbnail', alert, bytes: Buffer.from('x') })
    const restricted = await service.user({ role: 'RESTRICTED_USER', tenant, unitIds: [camera.unitId!] })
    const { body } = await service.call(restricted.token, 'alert.get', { params: { id: alert.id } })
    expect(body.thumbnailUrl).toBeNull()
    const blurred = await insertMedia(service, camera, {
      kind: 'thumbnail',
      alert,
      bytes: Buffer.from('y'),
      isBlurred: true,
    })
    const again = await service.call(restricted.token, 'alert.get', { params: { id: alert.id } })
    expect(again.body.thumbnailUrl).toContain(blurred)
  })
})
