/** The export of one person's data: which clips it contains, and which are left out to protect others. */
import { type ResidentDocument, residentDocument } from '@mimamori/contract/care/resident-export.ts'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storageName } from '#platform/files/storage.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, insertCamera, insertMedia, insertResident, insertUnit, insertVisit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** A room of one resident with an administrator. */
async function home() {
  const tenant = await service.tenant()
  const unitId = await insertUnit(service, tenant, '東')
  const camera = await insertCamera(service, tenant, { unitId, location: '201' })
  const id = await insertResident(service, camera, { name: '山田 花子' })
  const admin = await service.user({ role: 'ADMIN', tenant })
  /** An alert with a clip of these words. */
  const clip = async (words: string) => {
    const alert = await insertAlert(service, camera, { activity: 'A005', severity: 'critical' })
    await insertMedia(service, camera, { kind: 'clip', alert, bytes: Buffer.from(words) })
    return alert
  }
  const exported = async (): Promise<{ document: ResidentDocument; zip: Record<string, Uint8Array> }> => {
    const { body, headers } = await service.call(admin.token, 'resident.export', { params: { id } })
    expect(headers['content-type']).toBe('application/zip')
    const zip = unzipSync(new Uint8Array(body as unknown as Buffer))
    return { document: residentDocument.parse(JSON.parse(strFromU8(zip['resident.json']!))), zip }
  }
  return { tenant, camera, id, admin, clip, exported }
}

describe('RESIDENT-02 the zip', () => {
  test('RESIDENT-02 holds the clips of their stays, and none from before them or from another room', async () => {
    const { tenant, camera, clip, exported } = await home()
    await clip('own clip')
    const before = await clip('before the stay')
    await service.sql`update alert set occurred_at = '2025-12-31T00:00:00Z' where id = ${before.id}`
    const other = await insertCamera(service, tenant, { unitId: camera.unitId, location: '202' })
    const elsewhere = await insertAlert(service, other)
    await insertMedia(service, other, { kind: 'clip', alert: elsewhere, bytes: Buffer.from('elsewhere') })
    const { document, zip } = await exported()
    const { clip: file } = document.alerts[0]!
    expect(document.alerts).toHaveLength(1)
    expect(strFromU8(zip[file!.name!]!)).toBe('own clip')
    expect(Object.keys(zip)).toHaveLength(2)
  })

  test('RESIDENT-02 the export replaces a clip that shows others with its blurred copy, and notes it', async () => {
    const { camera, clip, exported } = await home()
    const two = await clip('two people')
    const detections = JSON.stringify([{ label: 'person' }, { label: 'person' }])
    await service.sql`update alert set detections = ${detections}::text::jsonb where id = ${two.id}`
    const seen = async () => (await exported()).document.alerts.map((alert) => alert.clip)
    expect(await seen()).toEqual([{ name: null, isBlurred: false, leftOut: 'others-seen' }])

    const blurred = await insertMedia(service, camera, { kind: 'clip', bytes: Buffer.from('blurred') })
    await service.sql`update alert set blurred_clip_state = 'ready', blurred_clip_media_id = ${blurred} where id = ${two.id}`
    const { document, zip } = await exported()
    const [{ clip: file }] = document.alerts as [ResidentDocument['alerts'][number]]
    expect(file).toMatchObject({ isBlurred: true, leftOut: null })
    expect(strFromU8(zip[file!.name!]!)).toBe('blurred')
  })

  test('a carer who enters during the clip, or is there on a care visit, counts as another person', async () => {
    const { camera, clip, exported } = await home()
    const arrived = await clip('somebody came')
    await service.sql`
      update alert set alarm_state = 'arrived', claimed_at = occurred_at, claimer_id = uuidv7(), claimer_name = 'Yuki',
        arrived_at = occurred_at + interval '9 s' where id = ${arrived.id}`
    service.clock.advance(3_600_000)
    await service.prove()
    await insertVisit(service, camera)
    await clip('during a visit')
    const { document } = await exported()
    expect(document.alerts.map((alert) => alert.clip?.leftOut)).toEqual(['others-seen', 'others-seen'])
  })

  test('the export lists files that the service no longer has, and is still a complete zip', async () => {
    const { tenant, clip, exported } = await home()
    await clip('gone')
    const [row] = await service.sql<{ id: string }[]>`select id from media where tenant_id = ${tenant.id}`
    await service.platform.storage.remove(storageName(tenant.id, row!.id))
    const { document, zip } = await exported()
    expect(document.alerts[0]!.clip).toEqual({ name: null, isBlurred: false, leftOut: 'gone' })
    expect(Object.keys(zip)).toEqual(['resident.json'])
  })

  test('the export has the accident reports that name the person', async () => {
    const { admin, clip, exported } = await home()
    const alert = await clip('a fall')
    await service.call(admin.token, 'accident.create', { body: { alertId: alert.id } })
    expect((await exported()).document.accidents).toMatchObject([{ state: 'draft', form: { personName: '山田 花子' } }])
  })
})
