import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from '#platform/http/server.ts'
import { createLogger } from '#platform/log.ts'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'
import { insertAlert, insertCamera, insertMedia } from '#testing/site.ts'

const PASSWORD = 'kind camellia 12'
const [INSIDE, INSIDE_6, OUTSIDE] = ['192.0.2.9', '2001:db8::9', '198.51.100.7']

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

type Ranges = readonly string[]
const save = (token: string, ranges: Ranges, more: object = {}, ip = INSIDE) =>
  service.refused(token, 'security.save', { body: { ranges: [...ranges], version: 1, ...more }, ip })
const touch = async (token: string, ip: string) => {
  const { status, body } = await service.refused(token, 'profile.patch', { body: {}, ip })
  return status === 200 ? 200 : body.key
}
/** A site whose users may work only in these ranges. */
async function siteWithin(...ranges: string[]) {
  const site = await service.tenant()
  await service.sql`update tenant set allowed_ranges = ${ranges} where id = ${site.id}`
  return site
}

describe('SET-01 the ranges of a site', () => {
  test('are read and saved by its administrators, each range once and by its network', async () => {
    const site = await service.tenant({ name: 'さくら苑' })
    const admin = await service.user({ role: 'ADMIN', tenant: site })
    const ranges = ['192.0.2.77/24', '192.0.2.0/24', '2001:DB8::/32']

    const { status } = await save(admin.token, ranges)

    expect(status).toBe(200)
    const { body } = await service.call(admin.token, 'security.get', { ip: INSIDE_6 })
    expect(body).toEqual({
      tenantId: site.id,
      tenantName: 'さくら苑',
      ranges: ['192.0.2.0/24', '2001:db8::/32'],
      isStationPinAsked: false,
      ownAddress: INSIDE_6,
      lastEditedBy: 'Test ADMIN',
      lastEditedAt: service.clock.now().toISOString(),
      version: 2,
    })
    const [row] = await service.sql`select details from audit where action = 'security.save' and object_id = ${site.id}`
    expect(row!.details).toEqual({
      before: [],
      ranges: body.ranges,
      isStationPinAsked: false,
      isConfirmed: false,
    })
    expect((await save(admin.token, [])).body.key).toBe('conflict')
  })

  test.each(['192.0.2.1', '192.0.2.0/33', '2001:db8::/129', 'home', '10.0/8', '0x0a.0.0.0/8'])(
    '%s is an invalid range',
    async (range) => {
      const admin = await service.user({ role: 'ADMIN' })
      const { status, body } = await save(admin.token, ['192.0.2.0/24', range])
      expect([status, body.fields]).toEqual([400, { 'ranges.1': 'security.range-invalid' }])
    },
  )

  test('that would lock out their author need a confirmation', async () => {
    const admin = await service.user({ role: 'ADMIN' })
    expect((await save(admin.token, ['198.51.100.0/24'])).body.key).toBe('locks-out-author')
    expect(await touch(admin.token, INSIDE)).toBe(200)
    expect((await save(admin.token, ['198.51.100.0/24'], { isConfirmed: true })).status).toBe(200)
    expect(await touch(admin.token, INSIDE)).toBe('address-not-allowed')
  })

  test('lock out no user from above, and are saved there without a confirmation', async () => {
    const organisation = await service.tenant({ kind: 'organisation' })
    const site = await service.tenant({ parent: organisation })
    const organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
    const more = { tenantId: site.id }
    expect((await save(organiser.token, ['198.51.100.0/24'], more)).status).toBe(200)
    expect(await touch(organiser.token, INSIDE)).toBe(200)
    const stranger = await service.tenant()
    expect((await save(organiser.token, [], { tenantId: stranger.id })).body.key).toBe('not-found')
  })

  test('of no site are nothing: the operator names one or connects to one', async () => {
    const { token } = await service.user({ role: 'SUPER_ADMIN' })
    expect((await service.refused(token, 'security.get')).body.key).toBe('site-needed')
    const site = await service.tenant()
    expect((await service.call(token, 'security.get', { query: { tenantId: site.id } })).status).toBe(200)
  })
})

describe('SET-01 the service enforces the ranges', () => {
  test.each([INSIDE, INSIDE_6, `::ffff:${INSIDE}`])('%s is let in', async (ip) => {
    const nurse = await service.user({ role: 'USER', tenant: await siteWithin('192.0.2.0/24', '2001:db8::/32') })
    expect(await touch(nurse.token, ip)).toBe(200)
  })

  test('at every call: a user elsewhere gets that reason and stays signed in', async () => {
    const nurse = await service.user({ role: 'USER', tenant: await siteWithin('192.0.2.0/24') })
    expect(await touch(nurse.token, OUTSIDE)).toBe('address-not-allowed')
    expect(await touch(nurse.token, INSIDE)).toBe(200)
  })

  test('but signing out is possible from anywhere', async () => {
    const nurse = await service.user({ role: 'USER', tenant: await siteWithin('192.0.2.0/24') })
    expect((await service.call(nurse.token, 'session.logout', { ip: OUTSIDE })).status).toBe(200)
    expect(await touch(nurse.token, INSIDE)).toBe('session-ended')
  })

  test('at sign-in, and only to those who know the password', async () => {
    const site = await siteWithin('192.0.2.0/24')
    const nurse = await service.user({ role: 'USER', tenant: site, password: PASSWORD })
    const signIn = async (password: string, ip: string) => {
      const body = { userName: nurse.email, userPassword: Buffer.from(password).toString('base64') }
      const answer = await service.refused(undefined, 'session.login', { body: { ...body, deviceType: 'web' }, ip })
      return [answer.status, answer.body.key]
    }
    expect(await signIn('wrong', OUTSIDE)).toEqual([401, 'invalid-credentials'])
    expect(await signIn(PASSWORD, OUTSIDE)).toEqual([403, 'address-not-allowed'])
    expect(await signIn(PASSWORD, INSIDE)).toEqual([200, undefined])
    const audit = await service.sql`select reason from audit
      where object_id = ${nurse.id} and action = 'session.login' and outcome = 'refused' order by id`
    expect(audit.map(({ reason }) => reason)).toEqual([null, 'The address is outside of the ranges of the site.'])
  })

  test('for images by their address too', async () => {
    const site = await siteWithin('192.0.2.0/24')
    const nurse = await service.user({ role: 'USER', tenant: site })
    const camera = await insertCamera(service, site)
    const alert = await insertAlert(service, camera)
    const id = await insertMedia(service, camera, { kind: 'thumbnail', alert, bytes: Buffer.from('image') })
    const url = service.platform.media.sign(id, nurse.sessionId, service.clock.now())
    const from = async (remoteAddress: string) => (await service.app.http.inject({ url, remoteAddress })).statusCode
    expect([await from(INSIDE), await from(OUTSIDE)]).toEqual([200, 404])
  })

  test('not for the operator, and not for hubs', async () => {
    const site: TestTenant = await siteWithin('192.0.2.0/24')
    const operator = await service.user({ role: 'SUPER_ADMIN' })
    await service.sql`update session set acting_tenant_id = ${site.id} where id = ${operator.sessionId}`
    expect(await touch(operator.token, OUTSIDE)).toBe(200)
    const camera = await insertCamera(service, site)
    const [hub] = await service.sql<{ id: string }[]>`select agent_id as id from camera where id = ${camera.id}`
    const token = await service.hubToken({ id: hub!.id, tenantId: site.id })
    expect((await service.call(token, 'hub.desired', { ip: OUTSIDE })).status).toBe(200)
  })

  test('by the address that a named proxy reports, and by no other report', async () => {
    const addressVia = async (proxies: string[], remoteAddress: string) => {
      const http = await createServer({ ...service.platform.config, proxies }, createLogger('silent'))
      http.get('/address', async (request) => ({ ip: request.ip }))
      const headers = { 'x-forwarded-for': `203.0.113.1, ${INSIDE}` }
      const answer = await http.inject({ url: '/address', remoteAddress, headers })
      await http.close()
      return answer.json().ip
    }
    expect(await addressVia([], '10.0.0.1')).toBe('10.0.0.1')
    expect(await addressVia(['10.0.0.1'], OUTSIDE)).toBe(OUTSIDE)
    // The address before the proxy; headers from that address are ignored.
    expect(await addressVia(['10.0.0.1'], '10.0.0.1')).toBe(INSIDE)
    expect(await addressVia(['10.0.0.0/8'], '::ffff:10.0.0.1')).toBe(INSIDE)
  })

  test('what a named proxy reports as no address counts as the proxy’s own, and fails no call', async () => {
    const behind = await startService({ env: { MIMAMORI_PROXIES: '10.0.0.1' } })
    const from = (reported: string) =>
      behind.app.http.inject({
        method: 'POST',
        url: '/api/login',
        payload: { userName: 'nobody@home.example', userPassword: 'd3Jvbmc=', deviceType: 'web' },
        headers: { 'x-forwarded-for': reported },
        remoteAddress: '10.0.0.1',
      })
    for (const reported of ['', ',', 'unknown', '_hidden', '203.0.113.1:99999', '[::1', '\u00e9']) {
      expect([reported, (await from(reported)).statusCode]).toEqual([reported, 401])
    }
    await behind.stop()
  })
})
