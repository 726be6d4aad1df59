import { createHmac } from 'node:crypto'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { DEFAULT_FIELD_MAP, type ExternalReason } from '@mimamori/contract/site/external.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLogger } from '#platform/log.ts'
import { signedHeaders } from '#platform/outgoing/webhook-signature.ts'
import { drain } from '#platform/work/jobs.ts'
import { mailsTo } from '#testing/mail.ts'
import { accepts, type Behaviour, json, type Partner, startPartner } from '#testing/servers/partner.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertCamera, type TestCamera } from '#testing/site.ts'
import { tellExternal } from './external.jobs.ts'

const KEY = 'auth-access-key-canary'
let service: TestService
let partner: Partner
let site: { id: string }
let organiser: TestUser
let room: TestCamera
beforeAll(async () => {
  service = await startService({ env: { MIMAMORI_EXTERNAL_HOSTS: '127.0.0.1' } })
})
afterAll(() => service.stop())
beforeEach(async () => {
  partner = await startPartner()
  const organisation = await service.tenant({ kind: 'organisation' })
  site = await service.tenant({ parent: organisation, name: 'Sakura no Sato' })
  organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
  room = await insertCamera(service, site, { name: '201-A' })
  await codes(room, { unit: '2F', res: 'R-0001' })
})
afterEach(() => partner.stop())

function codes({ id }: TestCamera, { unit, res, isOn = true }: { unit: string; res: string; isOn?: boolean }) {
  return service.sql`update camera set unit_code = ${unit}, res_code = ${res}, is_external_alert_on = ${isOn}
    where id = ${id}`
}
const draft = (more: object = {}) => ({
  ...{ isEnabled: true, url: partner.url, corporationCode: 'H-77', jigCode: 'J-12', formatKbn: '01', version: 0 },
  ...{ subscribers: [] as string[], authKey: KEY as string | undefined, fieldMap: DEFAULT_FIELD_MAP },
  ...more,
})
const save = (more: object = {}, by = organiser) =>
  service.call(by.token, 'external.save', { params: { id: site.id }, body: draft(more) })
const sync = (by = organiser) => service.call(by.token, 'external.sync', { params: { id: site.id } })
const syncCamera = (camera: TestCamera, by = organiser) =>
  service.refused(by.token, 'external.syncCamera', { params: { id: camera.id } })
function work() {
  const { config, secrets, mail, clock } = service.platform
  const job = tellExternal({
    config,
    secrets,
    mail,
    clock,
    logger: createLogger('silent'),
    outbound: { timeoutMs: 300 },
  })
  return drain(job, service.database, clock.now())
}
const runs = async () => (await service.call(organiser.token, 'external.get', { params: { id: site.id } })).body.runs

describe('CAM-13 sending cameras to the external system', () => {
  test('CAM-13 a run sends signed JSON under the names of the field map, and succeeds', async () => {
    const fieldMap = { ...DEFAULT_FIELD_MAP, resCode: 'riyousha_cd', cameras: 'kiki' }
    await save({ fieldMap })

    const { body: run } = await sync()
    expect([run.state, run.cameraCount]).toEqual(['pending', 1])
    await work()

    const [request] = partner.requests
    expect(JSON.parse(request!.body)).toEqual({
      corporation_code: 'H-77',
      jig_code: 'J-12',
      format_kbn: '01',
      kiki: [{ unit_code: '2F', riyousha_cd: 'R-0001', device_id: room.id, device_name: '201-A' }],
    })
    const { 'webhook-timestamp': time, 'webhook-id': key, 'webhook-signature': signature } = request!.headers
    expect(key).toBe(run.id)
    expect(Number(time)).toBe(Math.floor(service.clock.now().getTime() / 1000))
    const expected = createHmac('sha256', KEY).update(`${key}.${time}.${request!.body}`).digest('base64')
    expect(signature).toBe(`v1,${expected}`)
    const { body: after } = await service.call(organiser.token, 'external.run', { params: { id: run.id } })
    expect(after).toMatchObject({ state: 'done', httpStatus: 200, message: 'Thank you', attempts: 1, reason: null })
  })

  test('CAM-13 cameras without codes are left out, and a dry run lists them without sending', async () => {
    const [noRes, noUnit, off, hall] = [
      await insertCamera(service, site, { name: 'a' }),
      await insertCamera(service, site, { name: 'b' }),
      await insertCamera(service, site, { name: 'c' }),
      await insertCamera(service, site, { name: 'd', locationType: 'HALLWAY' }),
    ]
    await codes(noRes, { unit: '2F', res: '' })
    await codes(noUnit, { unit: '', res: 'R-2' })
    await codes(off, { unit: '2F', res: 'R-3', isOn: false })
    await codes(hall, { unit: '2F', res: '' })
    await save()

    const { body } = await service.call(organiser.token, 'external.dryRun', { params: { id: site.id } })

    expect(body.skipped.map(({ name, reason }) => [name, reason])).toEqual([
      ['a', 'no-res-code'],
      ['b', 'no-unit-code'],
      ['c', 'switched-off'],
    ])
    expect([body.cameraCount, body.url]).toEqual([2, partner.url])
    expect(body.body).toContain('"device_name": "201-A"')
    expect(JSON.stringify(body)).not.toContain(KEY)
    await work()
    expect(partner.requests).toEqual([])
  })

  test('CAM-13 the site’s administrator sends one camera alone', async () => {
    await save()
    const admin = await service.user({ role: 'ADMIN', tenant: site })
    const other = await insertCamera(service, site, { name: '202-A' })
    const { body: run } = await service.call(admin.token, 'external.syncCamera', { params: { id: room.id } })
    await work()
    expect(JSON.parse(partner.requests[0]!.body).cameras).toHaveLength(1)
    const state = await service.call(admin.token, 'external.ofCamera', { params: { id: room.id } })
    expect(state.body).toMatchObject({ isEnabled: true, skip: null, run: { id: run.id, state: 'done' } })
    const without = await service.call(admin.token, 'external.ofCamera', { params: { id: other.id } })
    expect(without.body).toMatchObject({ skip: 'switched-off', run: null })
    expect((await syncCamera(other, admin)).body.key).toBe('nothing-to-tell')
  })

  test('two requests at the same time share one run, and two instances send it once', async () => {
    await save()
    const [one, two] = [await sync(), await sync()]
    expect(two.body.id).toBe(one.body.id)
    await Promise.all([work(), work()])
    expect(partner.requests).toHaveLength(1)
  })
})

/** Kinds of errors, with the resulting code and the number of tries. */
const SERVICE_ERRORS: [string, Behaviour, ExternalReason, number][] = [
  ['never answers', () => {}, 'timeout', 4],
  ['answers 500', (response) => json(response, 500, { message: 'Oops' }), 'server-error', 4],
  ['answers 401', (response) => json(response, 401, { message: 'Unknown key' }), 'unauthorized', 1],
  ['answers 429', (response) => json(response, 429, {}), 'busy', 4],
  ['answers 422', (response) => json(response, 422, { message: 'No such unit' }), 'rejected', 1],
  [
    'answers invalid JSON',
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"acc'),
    'bad-answer',
    1,
  ],
  [
    'answers a page of a proxy',
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
    'bad-answer',
    1,
  ],
  [
    'redirects',
    (response) => response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end(),
    'redirect',
    1,
  ],
  [
    'answers without end',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (response.writable && response.write('a'.repeat(16_384)));
      }
      response.on('drain', more)
      more()
    },
    'too-large',
    1,
  ],
  [
    'breaks off in the middle of an answer',
    (response, socket) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"accepted":', () => socket.end())
    },
    'cut-off',
    4,
  ],
  ['resets the connection', (_response, socket) => void socket.resetAndDestroy(), 'cut-off', 4],
]

describe('CAM-13 an external system that fails', () => {
  test.each(SERVICE_ERRORS)(
    'CAM-13 a system that %s is reported with its error',
    async (_what, behaviour, reason, attempts) => {
      await save()
      partner.behave = behaviour
      await sync()
      for (const pauseS of [0, 1, 5, 15, 60]) {
        service.clock.advance(pauseS * 1000)
        await work()
      }
      expect((await runs())[0]).toMatchObject({ state: 'failed', reason, attempts })
      expect(partner.requests).toHaveLength(attempts)
      expect(new Set(partner.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    },
  )

  test('CAM-13 an unreachable system is reported as refused', async () => {
    await save()
    await partner.stop()
    await sync()
    await work()
    expect((await runs())[0]).toMatchObject({ state: 'pending', reason: 'unreachable', attempts: 1 })
  })

  test('CAM-13 a system that works again accepts the next try', async () => {
    await save()
    partner.behave = (response) => json(response, 503, { message: 'Maintenance' })
    await sync()
    await work()
    expect((await runs())[0]).toMatchObject({ state: 'pending', reason: 'server-error', message: 'Maintenance' })
    partner.behave = accepts
    service.clock.advance(1_000)
    await work()
    expect((await runs())[0]).toMatchObject({ state: 'done', attempts: 2, reason: null })
    const [row] = await service.sql<
      { body: string | null }[]
    >`select body from external_run where tenant_id = ${site.id}`
    expect(row!.body).toBeNull()
  })

  test.each([
    ['seconds', () => '30'],
    ['a date', (nowMs: number) => new Date(nowMs + 30_000).toUTCString()],
  ])('CAM-13 a system that requests a pause in %s is given the time', async (_, pause) => {
    await save()
    // A date has whole seconds.
    service.clock.advance(1_000 - (service.clock.now().getTime() % 1_000))
    partner.behave = (response) => json(response, 429, {}, { 'retry-after': pause(service.clock.now().getTime()) })
    await sync()
    await work()
    service.clock.advance(29_000)
    await work()
    expect(partner.requests).toHaveLength(1)
    service.clock.advance(1_000)
    await work()
    expect(partner.requests).toHaveLength(2)
  })

  test('SITE-01 subscribers are notified of a failed run by e-mail, once', async () => {
    const subscriber = `erp-${site.id.slice(-8)}@home.example`
    await save({ subscribers: [subscriber] })
    partner.behave = (response) => json(response, 401, {})
    await sync()
    await work()
    const mails = await mailsTo(service, subscriber)
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringContaining('認証アクセスキーが受け付けられませんでした'),
    ])
  })
})

describe('REACH-52 signatures of Standard Webhooks', () => {
  test('REACH-52 a key of the standard signs as its reference does', () => {
    // The example of a published implementation (Svix).
    const headers = signedHeaders(
      {
        keys: ['whsec_plJ3nmyCDGBKInavdOK15jsl'],
        id: 'msg_loFOjxBNrRLzqYUf',
        body: '{"event_type":"ping","data":{"success":true}}',
      },
      new Date(1_731_705_121_000),
    )
    expect(headers['webhook-signature']).toBe('v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=')
  })

  test('REACH-52 after a new key the old one signs for a day more, and then no longer', async () => {
    const signatures = async () => {
      await sync()
      await work()
      const { headers, body } = partner.requests.at(-1)!
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const by = (key: string) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
      return { sent: String(headers['webhook-signature']).split(' '), by }
    }
    await save()
    const key = 'the-next-auth-access-key'
    await save({ version: 1, authKey: key })
    await save({ version: 2, authKey: undefined, jigCode: 'J-13' })
    const both = await signatures()
    expect(both.sent).toEqual([both.by(key), both.by(KEY)])
    service.clock.advance(DAY_MS)
    const one = await signatures()
    expect(one.sent).toEqual([one.by(key)])
  })

  test('REACH-52 a key that looks like one of the standard has its form', async () => {
    const fields = async (authKey: string) => ((await save({ authKey })).body as unknown as { fields: object }).fields
    for (const wrong of ['whsec_of the house', 'whsec_dG9vIHNob3J0']) {
      expect(await fields(wrong)).toEqual({ authKey: 'external.key-form' })
    }
    expect((await save({ authKey: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })).status).toBe(200)
  })
})

describe('the settings', () => {
  test('S18 the access key is sealed, and only its last four characters are shown', async () => {
    const { body } = await save()
    expect(body).toMatchObject({ keyLastFour: 'nary', version: 1 })
    const rows = await service.sql`select * from external_system where tenant_id = ${site.id}`
    const audit = await service.sql`select details from audit where object_id = ${site.id}`
    expect(JSON.stringify([body, rows, audit]) + service.logLines.join()).not.toContain(KEY)
  })

  test('an outdated edit is refused, and the key stays when it is left out', async () => {
    await save()
    expect((await save({ version: 1, authKey: undefined, jigCode: 'J-13' })).body).toMatchObject({
      jigCode: 'J-13',
      keyLastFour: 'nary',
      version: 2,
    })
    const late = await save({ version: 1, jigCode: 'J-14' })
    expect((late.body as unknown as { key: string }).key).toBe('conflict')
  })

  test('an active system needs a URL and a key; field names are valid and unique', async () => {
    const fields = async (more: object) => ((await save(more)).body as unknown as { fields: object }).fields
    expect(await fields({ url: '' })).toEqual({ url: 'external.url-required' })
    expect(await fields({ authKey: undefined })).toEqual({ authKey: 'external.key-required' })
    expect(await fields({ url: 'https://user:pass@x.example/' })).toEqual({ url: 'external.url-form' })
    expect(await fields({ fieldMap: { ...DEFAULT_FIELD_MAP, unitCode: '__proto__' } })).toEqual({
      'fieldMap.unitCode': 'external.field-name',
    })
    expect(await fields({ fieldMap: { ...DEFAULT_FIELD_MAP, unitCode: 'res_code' } })).toEqual({
      'fieldMap.unitCode': 'external.field-twice',
      'fieldMap.resCode': 'external.field-twice',
    })
  })

  test('AUTH-13 the key cannot be set while connected; other settings can', async () => {
    const operator = await service.user({ role: 'SUPER_ADMIN', tenant: site })
    const refused = await service.refused(operator.token, 'external.save', { params: { id: site.id }, body: draft() })
    expect(refused.body.key).toBe('not-while-connected')
    expect((await save({ isEnabled: false, authKey: undefined }, operator)).status).toBe(200)
  })

  test('SUPER_ADMIN sets it up from outside, and sees residents’ codes only while connected', async () => {
    const operator = await service.user({ role: 'SUPER_ADMIN' })
    expect((await save({}, operator)).status).toBe(200)
    for (const call of ['external.dryRun', 'external.sync'] as const) {
      expect((await service.refused(operator.token, call, { params: { id: site.id } })).body.key).toBe('site-needed')
    }
  })

  test('CAM-13 nothing is sent while it is switched off', async () => {
    await save({ isEnabled: false })
    expect((await syncCamera(room)).body.key).toBe('external-off')
  })
})
