/** Saved filters: owner, limit, names, default. Requirement ALERT-03. */
import { SAVED_FILTERS_MAX } from '@mimamori/contract/alerting/alert-filter.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '#testing/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const nurse = async () => service.user({ role: 'USER', tenant: await service.tenant() })
const keep = async (user: TestUser, name: string, isDefault = false) =>
  (await service.call(user.token, 'alertFilter.create', { body: { name, isDefault, content: {} } })).body
const listed = async (user: TestUser) => (await service.call(user.token, 'alertFilter.list')).body.records

test('ALERT-03 a filter is saved unchanged, even with cameras out of reach, and belongs to its user', async () => {
  const tenant = await service.tenant()
  const [user, colleague] = [await service.user({ role: 'USER', tenant }), await service.user({ role: 'USER', tenant })]
  const content = {
    tab: 'needs' as const,
    sort: 'severity' as const,
    isTurned: true,
    text: '山田',
    isUnread: true,
    archived: 'any' as const,
    severities: ['critical' as const],
    activities: ['A005' as const],
    cameraIds: ['0197f3b2-0000-7000-8000-000000000001'],
    tagIds: [],
    shiftIds: [],
    units: [{ id: '0197f3b2-0000-7000-8000-000000000002', name: '2階' }],
    range: 'week' as const,
    window: 'night' as const,
    verdicts: ['none' as const],
    isUnanswered: true,
    isLate: true,
  }
  const { body } = await service.call(user.token, 'alertFilter.create', { body: { name: ' Night ', content } })
  expect(body).toEqual({ id: body.id, name: 'Night', isDefault: false, content })
  expect([await listed(user), await listed(colleague)]).toEqual([[body], []])
})

test('ALERT-03 a user has at most five filters, also when two are saved at once; each site has its own', async () => {
  const user = await nurse()
  const attempts = Array.from({ length: SAVED_FILTERS_MAX + 2 }, (_, at) =>
    service.call(user.token, 'alertFilter.create', { body: { name: `Filter ${at}`, content: {} } }),
  )
  const statuses = (await Promise.all(attempts)).map(({ status }) => status as number)
  expect(statuses.sort()).toEqual([...Array(SAVED_FILTERS_MAX).fill(200), 400, 400])
  const { status, body } = await service.refused(user.token, 'alertFilter.create', {
    body: { name: 'One more', content: {} },
  })
  expect([status, body.fields]).toEqual([400, { name: 'alert-filter.maximum' }])
  const saved = await listed(user)
  await service.call(user.token, 'alertFilter.remove', { params: { id: saved[0]!.id } })
  await keep(user, 'In its place')
  expect(await listed(user)).toHaveLength(SAVED_FILTERS_MAX)
  // Not even a slip of the service gets past the database.
  const [row] = await service.sql`select tenant_id from alert_filter where user_id = ${user.id} limit 1`
  const sixth = service.sql`insert into alert_filter (tenant_id, user_id, slot, name, content, updated_at)
    values (${row!.tenant_id}, ${user.id}, 6, 'Sixth', '{}', now())`
  await expect(sixth).rejects.toThrow(/alert_filter_slot_check/)
})

test('ALERT-03 names are unique for a user, whatever their case', async () => {
  const user = await nurse()
  const [night, day] = [await keep(user, 'Night'), await keep(user, 'Day')]
  await keep(await nurse(), 'Night')
  const twice = await service.refused(user.token, 'alertFilter.create', { body: { name: 'NIGHT', content: {} } })
  const renamed = await service.refused(user.token, 'alertFilter.patch', {
    params: { id: day.id },
    body: { name: 'night', content: {} },
  })
  expect([twice.body.fields, renamed.body.fields]).toEqual([
    { name: 'alert-filter.name-taken' },
    { name: 'alert-filter.name-taken' },
  ])
  const same = await service.call(user.token, 'alertFilter.patch', {
    params: { id: night.id },
    body: { name: 'night', content: {} },
  })
  expect(same.body.name).toBe('night')
})

test('ALERT-03 one filter is the default: choosing another one replaces it', async () => {
  const user = await nurse()
  await keep(user, 'A', true)
  const second = await keep(user, 'B', true)
  const defaults = async () => (await listed(user)).filter((one) => one.isDefault).map(({ name }) => name)
  expect(await defaults()).toEqual(['B'])
  const third = await keep(user, 'C')
  await service.call(user.token, 'alertFilter.patch', {
    params: { id: third.id },
    body: { name: 'C', isDefault: true, content: {} },
  })
  expect(await defaults()).toEqual(['C'])
  await service.call(user.token, 'alertFilter.patch', {
    params: { id: third.id },
    body: { name: 'C', isDefault: false, content: {} },
  })
  expect([await defaults(), second.isDefault]).toEqual([[], true])
})
