/** Nurse-call contacts: closed while a call rings, through a hub on a real socket. */
import type { ContactProblem } from '@mimamori/contract/camera/contact-lists.ts'
import { SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createContactWatch } from '#service/site/installation/contact-watch.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertKind } from '#testing/site.ts'
import type { ContactWork } from './contact.work.ts'
import { type ContactSite, contactSite, contactWork, HTTP } from './testing.ts'

let service: TestService
let address: string
let work: ContactWork
beforeAll(async () => {
  service = await startService()
  address = (await service.listen()).replace('http', 'ws')
  work = contactWork(service)
  work.start()
})
afterAll(async () => {
  await work.stop()
  await service.stop()
})

let site: ContactSite
beforeEach(async () => {
  await service.sql`delete from contact`
  site = await contactSite(service, address)
  await site.connect()
})
afterEach(() => site.relays.peer.socket.terminate())

const broken = (error: object) => (() => ({ error: error })) as never
const UNREACHABLE = broken({ code: 'unreachable', params: {} })
const relay = ({ id }: { id: string }) => site.relays.relays.get(id)
const wants = () => site.relays.asked.map(({ want, isCheck }) => (isCheck ? `check ${want}` : want))
async function settle() {
  await work.idle()
  return (await site.list())[0]!
}
/** The time passes without the timers of sockets. */
async function pass(ms: number) {
  service.clock.jump(ms)
  return settle()
}
const mails = async () =>
  (
    await service.sql<{ template: string }[]>`select template from mail_message where tenant_id = ${site.hub.tenantId}
      and template like 'contact-%' order by created_at, id`
  ).map(({ template }) => template)

describe('REACH-60 a contact of the nurse call', () => {
  test('REACH-60 is closed while an alarm waits, and opens when somebody claims it', async () => {
    const contact = await site.create()
    await settle()
    expect([relay(contact), wants()]).toEqual(['open', ['open']])
    const alarm = await site.raise()
    expect(await settle()).toMatchObject({ wanted: 'closed', state: 'closed', isReported: true, problem: null })
    expect(relay(contact)).toBe('closed')
    await site.answer(alarm, 'claim')
    expect(await settle()).toMatchObject({ wanted: 'open', state: 'open' })
    expect(relay(contact)).toBe('open')
  })

  test('REACH-60 closes again when the claim is given back, and for a worse alarm after a claim', async () => {
    const contact = await site.create({ minimumSeverity: 'medium' })
    const wake = await site.raise({ activity: 'A001', severity: 'high' })
    await site.answer(wake, 'claim')
    await settle()
    expect(relay(contact)).toBe('open')
    await site.answer(wake, 'give-back')
    await settle()
    expect(relay(contact)).toBe('closed')
    await site.answer(wake, 'claim')
    await settle()
    expect(relay(contact)).toBe('open')
    await site.raise()
    await settle()
    expect(relay(contact)).toBe('closed')
  })

  test('REACH-60 stays closed while a second room waits', async () => {
    const contact = await site.create()
    const [first, second] = [await site.raise(), await site.raise({}, 1)]
    await site.answer(first, 'claim')
    await settle()
    expect(relay(contact)).toBe('closed')
    await site.answer(second, 'claim')
    await settle()
    expect(relay(contact)).toBe('open')
  })

  test('REACH-60 rings for its unit, its room and its severity alone', async () => {
    const [unitId, room] = [site.hub.unitId, site.hub.cameraIds[1]!]
    const elsewhere = await service.sql<{ id: string }[]>`
      insert into unit (tenant_id, name) values (${site.hub.tenantId}, 'Elsewhere') returning id`
    const contacts = {
      unit: await site.create({ name: 'unit', unitId }),
      other: await site.create({ name: 'other', unitId: elsewhere[0]!.id }),
      room: await site.create({ name: 'room', roomCameraId: room }),
      grave: await site.create({ name: 'grave', minimumSeverity: 'critical' }),
    }
    const states = async () => {
      await work.idle()
      return Object.entries(contacts).flatMap(([name, one]) => (relay(one) === 'closed' ? [name] : []))
    }
    await site.raise({ severity: 'high' })
    expect(await states()).toEqual(['unit'])
    await site.raise({ severity: 'critical' }, 1)
    expect(await states()).toEqual(['unit', 'room', 'grave'])
  })

  test('REACH-60 is closed for three seconds by a try, on its own and for nobody but administrators', async () => {
    const contact = await site.create()
    await settle()
    const { id } = contact
    expect((await service.refused(site.nurse.token, 'contact.try', { params: { id } })).status).toBe(403)
    await service.call(site.admin.token, 'contact.try', { params: { id } })
    expect(await settle()).toMatchObject({ state: 'closed', wanted: 'closed' })
    expect(await pass(3_000)).toMatchObject({ state: 'open', wanted: 'open', tryEndsAt: null })
    expect(wants()).toEqual(['open', 'closed', 'open'])
    await change({ ...HTTP, isEnabled: false })
    const off = await service.refused(site.admin.token, 'contact.try', { params: { id } })
    expect(off.body.key).toBe('contact-off')
  })

  test('REACH-60 that is switched off opens, although alarms wait, and rings for nothing', async () => {
    const contact = await site.create()
    await site.raise()
    await settle()
    await change({ ...HTTP, isEnabled: false })
    expect(await settle()).toMatchObject({ wanted: 'open', state: 'open', isEnabled: false })
    expect(relay(contact)).toBe('open')
    await site.raise({}, 1)
    await pass(HOUR_MS)
    expect(wants()).toEqual(['closed', 'open'])
  })

  test('REACH-60 keeps its device, and is not deleted, while it is closed', async () => {
    const { id } = await site.create()
    await site.raise()
    await settle()
    expect(await refused({ ...HTTP, openUrl: 'http://10.0.0.8/off' })).toBe('contact-closed')
    expect(await removal(id)).toBe('contact-closed')
    await change({ ...HTTP, name: 'Renamed', isEnabled: false })
    await settle()
    expect(await removal(id)).toBeUndefined()
    expect(await site.list()).toEqual([])
  })

  test('REACH-60 sends its secret header to the hub, never to a reader, and to no other host', async () => {
    await site.create({ header: 'Authorization: Bearer s3cret' })
    const shown = await settle()
    expect(shown.headerName).toBe('Authorization')
    expect(JSON.stringify(shown)).not.toContain('s3cret')
    const device = () => site.relays.asked.at(-1)!.device as { header: unknown }
    expect(device().header).toEqual({ name: 'Authorization', value: 'Bearer s3cret' })
    const rows = await service.sql`select to_jsonb(k) as row from contact k`
    expect(JSON.stringify([...rows])).not.toContain('s3cret')
    await change({ ...HTTP, closeUrl: 'http://10.0.0.9/relay/on' })
    expect((await settle()).headerName).toBe('Authorization')
    await change({ ...HTTP, closeUrl: 'http://10.0.0.66/on' })
    expect((await settle()).headerName).toBeNull()
    expect(device().header).toBeNull()
    expect(await refused({ ...HTTP, header: 'Host: else' })).toBe('invalid-request')
  })

  test('REACH-60 names only what belongs to its site, and what its kind needs', async () => {
    const other = await contactSite(service, address)
    const errors = async (draft: Partial<typeof HTTP>) =>
      (await service.refused(site.admin.token, 'contact.create', { body: { ...HTTP, agentId: site.hub.id, ...draft } }))
        .body.fields
    expect(await errors({ agentId: other.hub.id })).toEqual({ agentId: 'invalid' })
    expect(await errors({ unitId: other.hub.unitId })).toEqual({ unitId: 'invalid' })
    expect(await errors({ roomCameraId: other.hub.cameraIds[0]! })).toEqual({ roomCameraId: 'invalid' })
    expect(await errors({ closeUrl: '' })).toEqual({ closeUrl: 'contact.url-required' })
    expect(await errors({ closeUrl: 'http://me:secret@10.0.0.9/' })).toEqual({ closeUrl: 'contact.url-form' })
    expect(await errors({ openText: 'o n' })).toEqual({ closedText: 'contact.state-texts' })
    expect(await errors({ kind: 'onvif' })).toEqual({ cameraId: 'contact.camera-required' })
    await site.create()
    const [own] = await site.list()
    const at = { params: { id: own!.id } }
    expect((await service.refused(other.admin.token, 'contact.remove', at)).status).toBe(404)
    expect(await other.list()).toEqual([])
  })
})

describe('REACH-61 a relay output of a camera', () => {
  test('REACH-61 is driven by the hub of its camera', async () => {
    const cameraId = site.hub.cameraIds[0]!
    await site.create({ kind: 'onvif', cameraId, output: 2 })
    await site.raise()
    expect(await settle()).toMatchObject({ state: 'closed', hubName: 'Hub', closeUrl: '' })
    expect(site.relays.asked.at(-1)!.device).toEqual({ kind: 'onvif', cameraId, output: 2 })
  })
})

describe('REACH-64 a hub that may have to close contacts by itself', () => {
  const contacts = async () => (await service.call(site.hub.token, 'hub.desired')).body.contacts
  const called = async () =>
    (await contacts()).map(({ calls }) => calls.map(({ cameraId }) => site.hub.cameraIds.indexOf(cameraId)))

  test('REACH-64 gets those that it reaches, with their device and the severities that close them', async () => {
    const { id } = await site.create({ header: 'Authorization: Bearer s3cret' })
    await site.create({ name: 'off', isEnabled: false })
    const cameraId = site.hub.cameraIds[0]!
    await site.create({ name: 'relay', kind: 'onvif', cameraId, output: 2, minimumSeverity: 'critical' })
    const header = { name: 'Authorization', value: 'Bearer s3cret' }
    expect(await contacts()).toMatchObject([
      {
        contactId: id,
        device: { kind: 'http', closeUrl: 'http://10.0.0.9/on', header },
        severities: ['critical', 'high'],
      },
      { device: { kind: 'onvif', cameraId, output: 2 }, severities: ['critical'] },
    ])
    await service.sql`update tenant set alarm_severities = '{critical}' where id = ${site.hub.tenantId}`
    expect((await contacts()).map(({ severities }) => severities)).toEqual([['critical'], ['critical']])
    const other = await contactSite(service, address)
    expect((await service.call(other.hub.token, 'hub.desired')).body.contacts).toEqual([])
  })

  test('REACH-64 gets the cameras of their unit or room alone', async () => {
    const elsewhere = await service.sql<{ id: string }[]>`
      insert into unit (tenant_id, name) values (${site.hub.tenantId}, 'Elsewhere') returning id`
    await site.create({ unitId: elsewhere[0]!.id })
    await site.create({ roomCameraId: site.hub.cameraIds[1]! })
    await site.create()
    expect(await called()).toEqual([[], [1], [0, 1]])
  })

  test('REACH-64 gets no falls that are only measured, and inputs by the severity of their kind', async () => {
    const { hub } = site
    for (const [at, severity] of (['high', 'low'] as const).entries()) {
      await insertKind(service, { id: hub.tenantId }, severity, severity)
      await service.sql`update camera set input_kind_id = (select id from kind where tenant_id = ${hub.tenantId}
        and name = ${severity}), input_name = '1' where id = ${hub.cameraIds[at]!}`
    }
    await service.sql`insert into camera_app (tenant_id, camera_id, app_code, state, settings)
      values (${hub.tenantId}, ${hub.cameraIds[1]!}, 'A005', 'ENABLED', '{"measuresOnly": true}')`
    await site.create()
    const [{ calls } = { calls: [] }] = await contacts()
    const has = (at: number, app: 'A005' | 'A006' | typeof SIGNAL) => calls[at]!.appCodes.includes(app)
    expect([has(0, 'A005'), has(0, SIGNAL)]).toEqual([true, true])
    expect([has(1, 'A005'), has(1, 'A006'), has(1, SIGNAL)]).toEqual([false, true, false])
  })

  test('REACH-64 is asked for its contacts 10 s after it was silent', async () => {
    const contact = await site.create()
    await settle()
    site.relays.relays.set(contact.id, 'closed')
    service.clock.jump(MINUTE_MS)
    await service.sql`update agent set heard_since = ${service.clock.now()} where id = ${site.hub.id}`
    await pass(9_999)
    expect(wants()).toEqual(['open'])
    await pass(1)
    expect([relay(contact), wants()]).toEqual(['open', ['open', 'check open']])
    await pass(10_000)
    expect(wants()).toEqual(['open', 'check open'])
  })
})

describe('REACH-62 a contact that does not follow', () => {
  test('REACH-62 is checked each hour, and each minute while it is closed', async () => {
    await site.create()
    await settle()
    await pass(HOUR_MS - 1)
    expect(wants()).toEqual(['open'])
    await pass(1)
    expect(wants()).toEqual(['open', 'check open'])
    const alarm = await site.raise()
    await settle()
    await pass(MINUTE_MS)
    expect(wants().slice(2)).toEqual(['closed', 'check closed'])
    await site.answer(alarm, 'claim')
    expect(await settle()).toMatchObject({ state: 'open' })
  })

  test('REACH-62 that sticks is said at once to administrators while a call waits, and once when it is over', async () => {
    const contact = await site.create()
    await settle()
    site.relays.lie = () => ({ result: { type: 'contact', state: 'open', isReported: true } })
    await site.raise()
    expect(await settle()).toMatchObject({ state: 'open', problem: 'stuck' })
    await pass(1_000)
    await pass(10_000)
    expect([await mails(), wants()]).toEqual([['contact-failing'], ['open', 'closed', 'closed', 'closed']])
    site.relays.lie = null
    expect(await pass(10_000)).toMatchObject({ state: 'closed', problem: null, failingSince: null })
    expect([await mails(), relay(contact)]).toEqual([['contact-failing', 'contact-back'], 'closed'])
  })

  test('REACH-62 of a lost hub stays as it is, and is closed or opened when the hub is back', async () => {
    const contact = await site.create()
    await settle()
    const { relays } = site.relays
    site.relays.peer.socket.terminate()
    await expect.poll(() => service.platform.isHubConnected?.(site.hub.id)).toBe(false)
    const alarm = await site.raise()
    expect(await settle()).toMatchObject({ wanted: 'closed', state: 'open', problem: 'hub-away' })
    expect(relays.get(contact.id)).toBe('open')
    await site.connect()
    expect(await pass(10_000)).toMatchObject({ state: 'closed', problem: null })
    site.relays.peer.socket.terminate()
    await expect.poll(() => service.platform.isHubConnected?.(site.hub.id)).toBe(false)
    await site.answer(alarm, 'claim')
    expect(await settle()).toMatchObject({ wanted: 'open', state: 'closed', problem: 'hub-away' })
    await site.connect()
    expect(await pass(10_000)).toMatchObject({ wanted: 'open', state: 'open', problem: null })
  })

  test('REACH-62 that only an hourly check finds failing is mailed after two minutes', async () => {
    await site.create()
    await settle()
    site.relays.lie = UNREACHABLE
    expect(await pass(HOUR_MS)).toMatchObject({ problem: 'not-reached' })
    await pass(MINUTE_MS)
    expect(await mails()).toEqual([])
    await pass(MINUTE_MS)
    expect(await mails()).toEqual(['contact-failing'])
  })

  test('REACH-62 is a problem of the rooms that it rings for, and of the installation', async () => {
    await site.create({ roomCameraId: site.hub.cameraIds[0]! })
    await settle()
    const rooms = async () => {
      const { records } = (await service.call(site.admin.token, 'coverage.list')).body
      return records.filter(({ problems }) => problems.includes('contact-failing')).map(({ cameraId }) => cameraId)
    }
    const watch = createContactWatch(service, pino({ level: 'silent' }))
    const health = async () => {
      await watch.look()
      return watch.sign.errors()
    }
    expect([await rooms(), await health()]).toEqual([[], []])
    site.relays.lie = UNREACHABLE
    await pass(HOUR_MS)
    expect([await rooms(), await health()]).toEqual([[site.hub.cameraIds[0]], []])
    await pass(2 * MINUTE_MS)
    expect(await health()).toEqual(['contact-failing'])
    site.relays.lie = null
    await pass(10_000)
    expect([await rooms(), await health()]).toEqual([[], []])
  })

  test.for<[ContactProblem, object]>([
    ['login-wrong', { code: 'login-wrong', params: {} }],
    ['not-allowed', { code: 'redirected', params: {} }],
    ['answer-wrong', { code: 'camera-error', params: { number: '500' } }],
    ['answer-wrong', { code: 'a-newer-one', params: { detail: 'x' } }],
    ['output-missing', { code: 'not-found', params: {} }],
    ['hub-away', { code: 'stopping', params: {} }],
  ])('REACH-62 says %s in a word that the page knows', async ([problem, error]) => {
    site.relays.lie = broken(error)
    await site.create()
    expect(await settle()).toMatchObject({ state: null, problem })
  })

  test('REACH-62 a hub that does not answer gets no second request meanwhile', async () => {
    await site.create()
    await settle()
    site.relays.lie = () => null
    const alarm = await site.raise()
    service.clock.advance(1_000)
    await expect.poll(() => wants()).toEqual(['open', 'closed'])
    await site.answer(alarm, 'claim')
    service.clock.advance(1_000)
    await expect.poll(async () => (await site.list())[0]!.wanted).toBe('open')
    expect(wants()).toEqual(['open', 'closed'])
    site.relays.lie = null
    const passing = () => {
      service.clock.advance(1_000)
      return wants().at(-1)
    }
    await expect.poll(passing, { timeout: 10_000 }).toBe('check open')
    expect(await settle()).toMatchObject({ wanted: 'open', state: 'open', problem: null })
  })
})

async function change(draft: typeof HTTP) {
  const { id, version } = (await site.list())[0]!
  const body = { ...draft, agentId: site.hub.id, id, version }
  return service.call(site.admin.token, 'contact.change', { body })
}
async function refused(draft: typeof HTTP) {
  const { id, version } = (await site.list())[0]!
  const body = { ...draft, agentId: site.hub.id, id, version }
  return (await service.refused(site.admin.token, 'contact.change', { body })).body.key
}
const removal = async (id: string) =>
  (await service.refused(site.admin.token, 'contact.remove', { params: { id } })).body?.key
