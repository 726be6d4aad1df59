/** The export of judged clips, read by the program that measures detection. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findClips, readManifest } from '@mimamori/lab/clips/manifest.ts'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, insertCamera, insertMedia, insertResident, insertUnit } from '#testing/site.ts'

let service: TestService
const folder = mkdtempSync(join(tmpdir(), 'judged-clips-'))
beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.stop()
})

async function home() {
  const tenant = await service.tenant()
  const unitId = await insertUnit(service, tenant, '東')
  const camera = await insertCamera(service, tenant, { unitId, location: '201' })
  const admin = await service.user({ role: 'ADMIN', tenant })
  const clip = async (words: string, verdict: 'real' | 'false-alarm') => {
    const alert = await insertAlert(service, camera, { activity: 'A005', severity: 'critical' })
    await insertMedia(service, camera, { kind: 'clip', alert, bytes: Buffer.from(words) })
    await service.sql`update alert set verdict = ${verdict}, clip_alert_at_ms = 5000 where id = ${alert.id}`
    return alert
  }
  const blur = async (alert: { id: string }, words: string) => {
    const copy = await insertMedia(service, camera, { kind: 'clip', bytes: Buffer.from(words) })
    await service.sql`
      update alert set blurred_clip_state = 'ready', blurred_clip_media_id = ${copy} where id = ${alert.id}`
  }
  const agree = (residentId: string, kind: string, isGiven: boolean) =>
    service.sql`insert into resident_consent ${service.sql({
      ...{ tenant_id: tenant.id, resident_id: residentId, kind, is_given: isGiven, answered_on: '2026-01-01' },
      ...{ answered_by: '山田 一郎', recorded_by: residentId, recorded_by_name: 'Yuki', recorded_at: '2026-01-01' },
    })} on conflict (tenant_id, resident_id, kind) do update set is_given = excluded.is_given`
  const preview = async () => (await service.call(admin.token, 'judgedClip.preview', {})).body
  return { tenant, camera, admin, clip, blur, agree, preview }
}

describe('REAL-10 the export of judged clips', () => {
  test('REAL-10 is a zip that the measurement of detection reads, with what staff judged in it', async () => {
    const { admin, tenant, clip, blur, preview } = await home()
    const nothing = await service.refused(admin.token, 'judgedClip.export', { query: { isAgreed: 'true' } })
    expect(nothing.status).toBe(404)
    await blur(await clip('a fall', 'real'), 'a blurred fall')
    await blur(await clip('a blanket', 'false-alarm'), 'a blurred blanket')
    await clip('nobody agreed', 'real')
    expect(await preview()).toMatchObject({ clear: 0, blurred: 2, leftOut: { refused: 0, noBlurredCopy: 1, gone: 0 } })

    const refused = await service.refused(admin.token, 'judgedClip.export', { query: { isAgreed: 'false' as 'true' } })
    expect(refused.status).toBe(400)
    const { body } = await service.call(admin.token, 'judgedClip.export', { query: { isAgreed: 'true' } })
    for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(body as unknown as Buffer)))) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), bytes)
    }
    const manifest = readManifest(join(folder, 'manifest.json'))
    const { found, missing } = findClips(manifest, folder, 'untouched')
    expect(missing).toEqual([])
    const events = found.map((one) => one.clip.events)
    expect(events).toHaveLength(2)
    expect(events).toContainEqual([{ type: 'fall', atS: 5 }])
    expect(events).toContainEqual([])
    expect(JSON.stringify(manifest)).not.toMatch(/201|東/)
    const [row] = await service.sql`
      select details from audit where tenant_id = ${tenant.id} and action = 'judgedClip.export'`
    expect(row!.details).toMatchObject({ blurred: 2, isAgreed: true })
  })

  test('REAL-10 a clip is exported unblurred only with consent, and not at all after a rejection', async () => {
    const { camera, clip, blur, agree, preview } = await home()
    const residentId = await insertResident(service, camera, { name: '山田 花子' })
    await blur(await clip('a fall', 'real'), 'a blurred fall')
    await agree(residentId, 'clear-images', true)
    expect(await preview()).toMatchObject({ clear: 1, blurred: 0 })
    await agree(residentId, 'clear-images', false)
    expect(await preview()).toMatchObject({ clear: 0, blurred: 1 })
    await agree(residentId, 'recording', false)
    expect(await preview()).toMatchObject({ clear: 0, blurred: 0, leftOut: { refused: 1 } })
  })
})
