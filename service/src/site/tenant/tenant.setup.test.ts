/** The first setup of an empty installation: once, twice, and by two people. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertCamera } from '#testing/site.ts'

const OPERATOR = { id: OPERATOR_TENANT_ID, code: '' }

let service: TestService
let operator: TestUser
const folder = mkdtempSync(join(tmpdir(), 'mimamori-setup-'))
const keyFile = join(folder, 'hub.key')
beforeAll(async () => {
  service = await startService({ env: { MIMAMORI_LOCAL_HUB_KEY: keyFile } })
  operator = await service.user({ role: 'SUPER_ADMIN', tenant: OPERATOR })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const read = async () => (await service.call(operator.token, 'setup.get')).body
const save = (name: string) => service.call(operator.token, 'setup.home', { body: { name, timezone: 'Asia/Tokyo' } })
const start = (tenantId: string) =>
  service.call(operator.token, 'agent.startHere', { body: { tenantId, name: 'This machine' } })

test('DOOR-01 an empty installation becomes one home with everything, however often it is saved', async () => {
  expect(await read()).toMatchObject({
    home: null,
    isOver: false,
    isHubHere: true,
    hub: null,
    camera: null,
    people: [],
  })
  const [first, second] = await Promise.all([save('さくらの里'), save('さくらの里')])
  expect([first.status, second.status]).toEqual([200, 200])
  expect(first.body.home).toMatchObject({ name: 'さくらの里', timezone: 'Asia/Tokyo' })
  expect((await save('うめの里')).body.home).toEqual({ ...first.body.home, name: 'うめの里' })
  const { records } = (await service.call(operator.token, 'tenant.search', { body: {} })).body
  expect(records.map(({ kind, name }) => [kind, name]).sort()).toEqual([
    ['organisation', 'さくらの里'],
    ['site', 'うめの里'],
  ])
  const site = records.find(({ kind }) => kind === 'site')
  const everything = { packages: ['VCARE', 'PRO'], roomCameraLimit: null, publicCameraLimit: null }
  expect(site).toMatchObject({ ...everything, isRecordingEnabled: true })
})

test('DOOR-01 the hub of this machine gets its key in a file, and is the same at a second press', async () => {
  const { home } = await read()
  const made = await start(home!.id)
  expect([made.status, existsSync(`${keyFile}.new`)]).toEqual([200, false])
  const key = readFileSync(keyFile, 'utf8').trim()
  expect(key.split('_')[1]).toBe(made.body.publicId)
  expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  expect(JSON.stringify(made.body)).not.toContain(key)
  expect((await start(home!.id)).body.id).toBe(made.body.id)
  expect(readFileSync(keyFile, 'utf8').trim()).toBe(key)
  expect((await read()).hub).toEqual({ id: made.body.id, name: 'This machine', isOnline: false })

  await service.call(operator.token, 'agent.revokeKey', { params: { id: made.body.id } })
  expect((await start(home!.id)).body.id).not.toBe(made.body.id)
  expect(readFileSync(keyFile, 'utf8').trim()).not.toBe(key)
})

test('DOOR-01 the screens follow the camera and the people of the home', async () => {
  const { home } = await read()
  const tenant = { id: home!.id } as Parameters<typeof insertCamera>[1]
  const camera = await insertCamera(service, tenant)
  const nurse = await service.user({ role: 'USER', tenant: tenant as never })
  await service.sql`update app_user set password_hash = 'chosen' where id = ${nurse.id}`
  const state = await read()
  expect(state.camera).toEqual({ id: camera.id, name: camera.name, hasBed: false })
  expect(state.people.map(({ id, isRegistered, isProven }) => [id, isRegistered, isProven])).toEqual([
    [nurse.id, true, false],
  ])
})

test('DOOR-01 an installation with several sites is set up on their pages', async () => {
  await service.tenant()
  expect(await read()).toMatchObject({ home: null, isOver: true, hub: null, people: [] })
  const refused = await service.refused(operator.token, 'setup.home', {
    body: { name: 'もう一つ', timezone: 'Asia/Tokyo' },
  })
  expect(refused.body.key).toBe('in-use')
})

test('DOOR-01 where no hub stands ready the press says so', async () => {
  const other = await startService()
  const tenant = await other.tenant()
  const { token } = await other.user({ role: 'SUPER_ADMIN' })
  const refused = await other.refused(token, 'agent.startHere', { body: { tenantId: tenant.id, name: 'A' } })
  expect([refused.status, refused.body.key]).toEqual([409, 'no-hub-here'])
  await other.stop()
})

test('DOOR-01 where subscriptions are sold a new home has nothing yet', async () => {
  const seller = await startService({ env: { MIMAMORI_SUBSCRIPTIONS: '1' } })
  const { token } = await seller.user({ role: 'SUPER_ADMIN', tenant: OPERATOR })
  await seller.call(token, 'setup.home', { body: { name: 'さくらの里', timezone: 'Asia/Tokyo' } })
  const { records } = (await seller.call(token, 'tenant.search', { body: { kind: 'site' } })).body
  expect(records[0]).toMatchObject({ packages: [], roomCameraLimit: 0, publicCameraLimit: 0 })
  await seller.stop()
})
