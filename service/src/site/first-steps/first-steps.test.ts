/** The checklist of a new site, from nothing to all done, as derived from the site's state. OPS-09. */
import type { FirstStep } from '@mimamori/contract/site/first-steps.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAgent, insertCamera, insertUnit, insertWalk } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function newSite(packages = ['VCARE', 'PRO']) {
  const tenant = await service.tenant({ packages })
  const admin = await service.user({ role: 'ADMIN', tenant })
  return { tenant, admin }
}
const read = async (by: TestUser) => (await service.call(by.token, 'firstSteps.get')).body
const stepOf = async (by: TestUser, step: FirstStep) => (await read(by)).steps.find((one) => one.step === step)!

test('OPS-09 an empty site has no step done', async () => {
  const { admin } = await newSite()
  const { steps, isHidden } = await read(admin)
  expect(steps.map(({ step }) => step)).toEqual([
    ...['hub', 'cameras', 'units', 'beds', 'apps', 'people', 'escalation', 'device', 'walk'],
  ])
  expect(steps.filter(({ isDone }) => isDone)).toEqual([])
  expect(isHidden).toBe(false)
})

test('OPS-09 each step follows the current state, even when it becomes undone', async () => {
  const { tenant, admin } = await newSite()
  const hub = await insertAgent(service, tenant)
  expect(await stepOf(admin, 'hub')).toMatchObject({ isDone: false, count: 0, of: 1 })
  await service.sql`update agent set last_active_at = ${service.clock.now().toISOString()} where id = ${hub}`
  expect(await stepOf(admin, 'hub')).toMatchObject({ isDone: true, count: 1, of: 1 })

  const camera = await insertCamera(service, tenant)
  const unitId = await insertUnit(service, tenant)
  expect(await stepOf(admin, 'cameras')).toMatchObject({ isDone: true, count: 1 })
  expect(await stepOf(admin, 'units')).toMatchObject({ isDone: false, count: 0, of: 1 })
  await service.sql`update camera set unit_id = ${unitId} where id = ${camera.id}`
  expect(await stepOf(admin, 'units')).toMatchObject({ isDone: true })

  const setApp = (state: string) => service.sql`
    insert into camera_app (tenant_id, camera_id, app_code, state) values (${tenant.id}, ${camera.id}, 'A004', ${state})
    on conflict (tenant_id, camera_id, app_code) do update set state = excluded.state`
  await setApp('DISABLED')
  expect(await stepOf(admin, 'beds')).toMatchObject({ isDone: false, count: 0, of: 1 })
  expect(await stepOf(admin, 'apps')).toMatchObject({ isDone: false, count: 0, of: 1 })
  await setApp('ENABLED')
  expect(await stepOf(admin, 'beds')).toMatchObject({ isDone: false })
  await service.sql`update camera set places = '[{"kind":"bed","name":"Bed"}]' where id = ${camera.id}`
  expect(await stepOf(admin, 'beds')).toMatchObject({ isDone: true })
  expect(await stepOf(admin, 'apps')).toMatchObject({ isDone: true })

  const nurse = await service.user({ role: 'USER', tenant })
  expect(await stepOf(admin, 'people')).toMatchObject({ isDone: true, count: 1 })
  await service.sql`insert into escalation (tenant_id, name, threshold_minutes) values (${tenant.id}, 'Night', 5)`
  expect(await stepOf(admin, 'escalation')).toMatchObject({ isDone: true })
  await service.sql`
    insert into alarm_device (tenant_id, user_id, device, kind, push, proven_at, proven_by, proven_by_name, seen_at)
    values (${tenant.id}, ${nurse.id}, 'phone', 'web', 'on', now(), ${nurse.id}, 'A nurse', now())`
  expect(await stepOf(admin, 'device')).toMatchObject({ isDone: true })
  const walk = await insertWalk(service, camera)
  await service.sql`update walk_test set ended_at = null, end_reason = null where id = ${walk}`
  expect(await stepOf(admin, 'walk')).toMatchObject({ isDone: false })
  await service.sql`update walk_test set ended_at = now(), end_reason = 'finished' where id = ${walk}`
  expect((await read(admin)).steps.filter(({ isDone }) => !isDone)).toEqual([])

  service.clock.advance(61_000)
  expect(await stepOf(admin, 'hub')).toMatchObject({ isDone: false, count: 0, of: 1 })
})

test('OPS-09 a site without PRO has no step for an escalation rule', async () => {
  const { admin } = await newSite(['VCARE'])
  expect((await read(admin)).steps.map(({ step }) => step)).not.toContain('escalation')
})

test('OPS-09 each person hides the list for themselves alone, and shows it again', async () => {
  const { tenant, admin } = await newSite()
  const other = await service.user({ role: 'ADMIN', tenant })
  const hide = (isHidden: boolean) => service.call(admin.token, 'firstSteps.hide', { body: { isHidden } })
  expect((await hide(true)).body.isHidden).toBe(true)
  await hide(true)
  expect([(await read(admin)).isHidden, (await read(other)).isHidden]).toEqual([true, false])
  expect((await hide(false)).body.isHidden).toBe(false)
})

test('OPS-09 an organization has no first steps of its own', async () => {
  const organisation = await service.tenant({ kind: 'organisation' })
  const organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
  expect((await service.refused(organiser.token, 'firstSteps.get')).body.key).toBe('site-needed')
  const answer = await service.refused(organiser.token, 'firstSteps.hide', { body: { isHidden: true } })
  expect(answer.body.key).toBe('site-needed')
})
