import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const remove = (token: string, id: string) => service.refused(token, 'user.remove', { params: { id } })
const disable = (token: string, ...ids: string[]) =>
  service.refused(token, 'user.switch', { body: { ids, isDisabled: true } })
const isSignedIn = async (token: string) => (await service.call(token, 'profile.patch', { body: {} })).status === 200
const administrator = (tenant: TestTenant) => service.user({ role: 'ADMIN', tenant, password: 'an administrator' })
const left = (tenant: TestTenant) =>
  service.sql`select id from app_user where tenant_id = ${tenant.id} and role = 'ADMIN' and disabled_at is null`

describe('USER-04 deleting a user', () => {
  test('ends the sessions at once, and the audit retains the name', async () => {
    const site = await service.tenant()
    const admin = await administrator(site)
    const nurse = await service.user({ role: 'USER', tenant: site })

    expect((await remove(admin.token, nurse.id)).status).toBe(200)

    expect(await isSignedIn(nurse.token)).toBe(false)
    expect((await service.call(admin.token, 'user.search', { body: { roles: ['USER'] } })).body.totalCount).toBe(0)
    const [row] = await service.sql`select action, details, actor_user_id from audit where object_id = ${nurse.id}`
    expect(row).toEqual({
      action: 'user.remove',
      details: { name: 'Test USER', email: nurse.email, role: 'USER' },
      actor_user_id: admin.id,
    })
    expect((await remove(admin.token, nurse.id)).status).toBe(404)
  })

  test('USER-03 is refused for oneself', async () => {
    const site = await service.tenant()
    const [admin] = [await administrator(site), await administrator(site)]
    expect((await remove(admin.token, admin.id)).body.key).toBe('not-yourself')
    expect((await disable(admin.token, admin.id)).body.key).toBe('not-yourself')
  })
})

describe('USER-03 the last administrator of a site', () => {
  test('cannot be deleted, disabled or given another role by anybody', async () => {
    const site = await service.tenant()
    const last = await administrator(site)
    const { token } = await service.user({ role: 'SUPER_ADMIN' })
    const demote = await service.refused(token, 'user.patch', { body: { id: last.id, role: 'USER' } })
    const keys = [await remove(token, last.id), await disable(token, last.id), demote].map(({ body }) => body.key)
    expect(keys).toEqual(['last-administrator', 'last-administrator', 'last-administrator'])
    await administrator(site)
    expect((await remove(token, last.id)).status).toBe(200)
  })

  test('does not count an unanswered invitation', async () => {
    const site = await service.tenant()
    const able = await administrator(site)
    const invited = await service.user({ role: 'ADMIN', tenant: site })
    const { token } = await service.user({ role: 'SUPER_ADMIN' })
    expect((await remove(token, able.id)).body.key).toBe('last-administrator')
    expect((await remove(token, invited.id)).status).toBe(200)
  })

  test('disabling several at once is all or nothing', async () => {
    const site = await service.tenant()
    const [one, two] = [await administrator(site), await administrator(site)]
    const { token } = await service.user({ role: 'SUPER_ADMIN' })
    expect((await disable(token, one.id, two.id)).body.key).toBe('last-administrator')
    expect(await left(site)).toHaveLength(2)
  })

  test('two administrators who delete each other at the same moment leave one', async () => {
    for (let round = 0; round < 10; round++) {
      const site = await service.tenant()
      const [one, two] = [await administrator(site), await administrator(site)]
      const answers = await Promise.all([remove(one.token, two.id), remove(two.token, one.id)])
      const keys = answers.map(({ status, body }) => (status === 200 ? 'done' : body.key)).sort()
      // The second one finds the other deleted, or is itself deleted and signed out before it begins.
      expect(['done,last-administrator', 'done,session-ended']).toContain(keys.join())
      expect(await left(site)).toHaveLength(1)
    }
  })
})

describe('USER-01 disabling a user', () => {
  test('AUTH-08 ends every session at once; enabling brings none of them back', async () => {
    const site = await service.tenant()
    const admin = await administrator(site)
    const nurses = [
      await service.user({ role: 'USER', tenant: site }),
      await service.user({ role: 'USER', tenant: site }),
    ]
    const ids = nurses.map(({ id }) => id)

    expect((await service.call(admin.token, 'user.switch', { body: { ids, isDisabled: true } })).body.changed).toBe(2)
    expect(await Promise.all(nurses.map(({ token }) => isSignedIn(token)))).toEqual([false, false])

    const twice = await service.call(admin.token, 'user.switch', { body: { ids, isDisabled: true } })
    expect(twice.body.changed).toBe(0)
    const again = await service.call(admin.token, 'user.switch', { body: { ids, isDisabled: false } })
    expect(again.body.changed).toBe(2)
    expect(await isSignedIn(nurses[0]!.token)).toBe(false)
    const actions = await service.sql`select action from audit where object_id = ${ids[0]!} order by id`
    expect(actions.map(({ action }) => action)).toEqual(['user.disable', 'user.enable'])
  })

  test('of another site counts as not found, and those of the own site are untouched', async () => {
    const site = await service.tenant()
    const admin = await administrator(site)
    const nurse = await service.user({ role: 'USER', tenant: site })
    const stranger = await service.user({ role: 'USER' })
    expect((await disable(admin.token, nurse.id, stranger.id)).body.key).toBe('not-found')
    expect(await isSignedIn(nurse.token)).toBe(true)
  })
})
