/** Stored images and clips by signed URL: access, ranges and file names. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { contentDisposition, fileName } from '#platform/files/file-name.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertMedia, insertUnit, type TestCamera } from '#testing/site.ts'

const BYTES = Buffer.from('0123456789')

let service: TestService
let tenant: TestTenant
let unitId: string
let camera: TestCamera
let nurse: TestUser
let clipId: string
let alertId: string
beforeAll(async () => {
  service = await startService()
  tenant = await service.tenant()
  unitId = await insertUnit(service, tenant)
  camera = await insertCamera(service, tenant, { unitId, name: '居室カメラ', location: '201号室' })
  nurse = await service.user({ role: 'USER', tenant })
  const alert = await insertAlert(service, camera)
  alertId = alert.id
  clipId = await insertMedia(service, camera, { kind: 'clip', alert, bytes: BYTES })
})
afterAll(() => service.stop())

async function get(url: string, headers: Record<string, string> = {}) {
  const answer = await service.app.http.inject({ method: 'GET', url, headers })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}

const addressFor = (user: TestUser, id = clipId) => service.platform.media.sign(id, user.sessionId, service.clock.now())

describe('a clip', () => {
  test('ALERT-05 the URL in the alert returns the clip, with headers that restrict browsers', async () => {
    const { body } = await service.call(nurse.token, 'alert.get', { params: { id: alertId } })
    const answer = await get(body.clipUrl!)
    expect([answer.status, answer.text]).toEqual([200, '0123456789'])
    expect(answer.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect(answer.headers['content-disposition']).toMatch(/^inline; /)
  })

  test('ALERT-05 a range is returned as such, and one beyond the end is an error', async () => {
    const address = addressFor(nurse)
    const middle = await get(address, { range: 'bytes=2-4' })
    const tail = await get(address, { range: 'bytes=-3' })
    const beyond = await get(address, { range: 'bytes=10-' })
    expect([middle.status, middle.text, middle.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
    expect([tail.text, tail.headers['content-length']]).toEqual(['789', '3'])
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */10'])
  })

  test('ALERT-08 a download is named after camera, location and the time at the site, in Japanese too', async () => {
    const answer = await get(`${addressFor(nurse)}&download=1`)
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="_____ 201__ 2026-11-20 10-00-00.mp4"; ' +
        "filename*=UTF-8''%E5%B1%85%E5%AE%A4%E3%82%AB%E3%83%A1%E3%83%A9%20201%E5%8F%B7%E5%AE%A4%202026-11-20%2010-00-00.mp4",
    )
  })

  test('views are in the audit, once per person and object in five minutes', async () => {
    const viewer = await service.user({ role: 'ADMIN', tenant })
    const views = () => service.sql`select object_type, object_id, details from audit
      where tenant_id = ${tenant.id} and actor_user_id = ${viewer.id} and action = 'media.view'`
    for (const range of ['bytes=0-1', 'bytes=2-3']) await get(addressFor(viewer), { range })
    expect([...(await views())]).toEqual([{ object_type: 'alert', object_id: alertId, details: { kind: 'clip' } }])
    service.clock.advance(6 * 60_000)
    await get(addressFor(viewer))
    expect(await views()).toHaveLength(2)
  })
})

describe('no access', () => {
  test('a URL that is altered, expired, or of an ended session responds like a missing file', async () => {
    const leaver = await service.user({ role: 'USER', tenant })
    const address = addressFor(leaver)
    const missing = await get(addressFor(leaver, '019a9b00-0000-7000-8000-000000000000'))
    expect((await get(address)).status).toBe(200)
    const forged = await get(address.replace(leaver.sessionId, nurse.sessionId))
    const other = await get(addressFor(leaver).replace(clipId, '019a9b00-0000-7000-8000-000000000001'))
    await service.call(leaver.token, 'session.logout')
    const ended = await get(address)
    const old = addressFor(nurse)
    service.clock.advance(7 * 60_000)
    const late = await get(old)
    expect(missing.status).toBe(404)
    for (const answer of [forged, other, ended, late]) {
      expect([answer.status, answer.text]).toEqual([404, missing.text])
    }
  })

  test.each(['clip', 'thumbnail', 'frame'] as const)(
    'S11 the address of a %s is its session’s alone, and ends with it, also for parts of it',
    async (kind) => {
      const leaver = await service.user({ role: 'USER', tenant })
      const alert = kind === 'frame' ? undefined : await insertAlert(service, camera)
      const id = await insertMedia(service, camera, { kind, alert, bytes: BYTES })
      const address = addressFor(leaver, id)
      const part = { range: 'bytes=0-3' }
      expect([(await get(address)).status, (await get(address, part)).status]).toEqual([200, 206])
      const copied = address.replace(leaver.sessionId, nurse.sessionId)
      expect((await get(copied)).status).toBe(404)
      await service.call(leaver.token, 'session.logout')
      expect([(await get(address)).status, (await get(address, part)).status]).toEqual([404, 404])
    },
  )

  test('NAV-04 the right is checked again: another site, another unit, a lost unit, a RESTRICTED_USER', async () => {
    const stranger = await service.user({ role: 'ADMIN' })
    const elsewhere = await service.user({ role: 'USER', tenant, unitIds: [await insertUnit(service, tenant)] })
    const restricted = await service.user({ role: 'RESTRICTED_USER', tenant, unitIds: [unitId] })
    const mover = await service.user({ role: 'USER', tenant, unitIds: [unitId] })
    const address = addressFor(mover)
    expect((await get(address)).status).toBe(200)
    await service.sql`update user_unit set unit_id = (select id from unit where tenant_id = ${tenant.id}
      and id <> ${unitId} limit 1) where user_id = ${mover.id}`
    service.clock.advance(1_000)
    expect((await get(address)).status).toBe(404)
    for (const user of [stranger, elsewhere, restricted]) expect((await get(addressFor(user))).status).toBe(404)
  })

  test('CAM-09 a RESTRICTED_USER gets an alert’s blurred image, never its thumbnail, clip or frames', async () => {
    const restricted = await service.user({ role: 'RESTRICTED_USER', tenant, unitIds: [unitId] })
    const alert = await insertAlert(service, camera)
    const insert = (kind: 'clip' | 'frame' | 'thumbnail', isBlurred = false) =>
      insertMedia(service, camera, { kind, alert: kind === 'frame' ? undefined : alert, bytes: BYTES, isBlurred })
    const clear = [await insert('thumbnail'), await insert('clip'), await insert('frame')]
    const blurred = await insert('thumbnail', true)
    expect((await get(addressFor(restricted, blurred))).status).toBe(200)
    for (const id of clear) expect((await get(addressFor(restricted, id))).status).toBe(404)
    for (const id of [...clear, blurred]) expect((await get(addressFor(nurse, id))).status).toBe(200)
  })

  test('ALERT-11 ANNOTATOR sees clips of alerts but no frames of cameras', async () => {
    const annotator = await service.user({ role: 'ANNOTATOR', tenant })
    const frameId = await insertMedia(service, camera, { kind: 'frame', bytes: BYTES })
    expect((await get(addressFor(annotator))).status).toBe(200)
    expect((await get(addressFor(annotator, frameId))).status).toBe(404)
    expect((await get(addressFor(nurse, frameId))).status).toBe(200)
  })

  test('a clip without its alert, and one whose file is missing, return 404', async () => {
    const loose = await insertMedia(service, camera, { kind: 'clip', bytes: BYTES })
    expect((await get(addressFor(nurse, loose))).status).toBe(404)
    const alert = await insertAlert(service, camera)
    const [row] = await service.sql<{ id: string }[]>`
      insert into media (tenant_id, kind, camera_id, alert_id, content_type, bytes, taken_at, created_at)
      values (${tenant.id}, 'clip', ${camera.id}, ${alert.id}, 'video/mp4', 1, now(), now()) returning id`
    expect((await get(addressFor(nurse, row!.id))).status).toBe(404)
  })
})

describe('a right that was just found', () => {
  test('S7 a right is cached for a second at most, and an ended session takes effect at once', async () => {
    const remembering = await startService()
    onTestFinished(() => remembering.stop())
    const site = await remembering.tenant()
    const [here, elsewhere] = [await insertUnit(remembering, site), await insertUnit(remembering, site)]
    const view = await insertCamera(remembering, site, { unitId: here })
    const alert = await insertAlert(remembering, view)
    const id = await insertMedia(remembering, view, { kind: 'clip', alert, bytes: BYTES })
    const bound = await remembering.user({ role: 'USER', tenant: site, unitIds: [here] })
    const free = await remembering.user({ role: 'USER', tenant: site })
    const statusFor = async ({ sessionId }: TestUser) => {
      const url = remembering.platform.media.sign(id, sessionId, remembering.clock.now())
      return (await remembering.app.http.inject({ method: 'GET', url })).statusCode
    }
    const leaver = await remembering.user({ role: 'USER', tenant: site })
    expect([await statusFor(bound), await statusFor(free), await statusFor(leaver)]).toEqual([200, 200, 200])
    await remembering.call(leaver.token, 'session.logout')
    expect(await statusFor(leaver)).toBe(404)
    await remembering.sql`update user_unit set unit_id = ${elsewhere} where user_id = ${bound.id}`
    remembering.clock.advance(1_000)
    expect([await statusFor(bound), await statusFor(free)]).toEqual([404, 200])
    await remembering.sql`update alert set deleted_at = ${remembering.clock.now()} where id = ${alert.id}`
    remembering.clock.advance(1_000)
    expect(await statusFor(free)).toBe(404)
  })
})

describe('names', () => {
  test('ALERT-08 a file name has no forbidden characters, and cannot break out of its header', () => {
    const name = fileName({
      contentType: 'image/jpeg',
      cameraName: '../Cam: "A"\r\n%41',
      location: '  2F/東 \u202e',
      takenAt: '2026-11-19T15:00:00.000Z',
      timezone: 'Asia/Tokyo',
    })
    expect(name).toBe('_Cam_ _A___%41 2F_東 _ 2026-11-20 00-00-00.jpg')
    const header = contentDisposition('attachment', `${name}";'`)
    expect(header).toBe(
      `attachment; filename="_Cam_ _A____41 2F__ _ 2026-11-20 00-00-00.jpg_;'"; ` +
        "filename*=UTF-8''_Cam_%20_A___%2541%202F_%E6%9D%B1%20_%202026-11-20%2000-00-00.jpg%22%3B%27",
    )
  })
})
