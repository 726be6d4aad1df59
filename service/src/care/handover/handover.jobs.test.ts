/** Nights as files: written once after each night, for each site, from the rows of a real database. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CsvEncoding } from '@mimamori/contract/shared/csv.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLogger } from '#platform/log.ts'
import { drain } from '#platform/work/jobs.ts'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'
import { insertAlert, insertCamera, insertShift } from '#testing/site.ts'
import { writeNights } from './handover.jobs.ts'

const HOUR_MS = 3_600_000

let service: TestService
let folder: string
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-nights-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const ago = (hours: number) => new Date(service.clock.now().getTime() - hours * HOUR_MS).toISOString()

async function write(place = folder, encoding: CsvEncoding = 'utf-8', aheadHours = 0) {
  const logger = createLogger('silent')
  const [job] = writeNights({ config: { nights: { folder: place, encoding } }, runningNight: async () => null, logger })
  await drain(job!, service.database, new Date(service.clock.now().getTime() + aheadHours * HOUR_MS))
}
const filesOf = ({ code }: TestTenant) => readdir(join(folder, code)).catch(() => [])

/** A site in Tokyo whose night shift (21:00 to 7:00) ended three hours ago, with a resident and a fall. */
async function home(name = '髙橋 花子') {
  const tenant = await service.tenant()
  await service.sql`update tenant set timezone = 'Asia/Tokyo' where id = ${tenant.id}`
  await insertShift(service, tenant, 21 * 60, 7 * 60)
  await insertShift(service, tenant, 7 * 60, 9 * 60)
  const camera = await insertCamera(service, tenant, { location: '101' })
  await insertAlert(service, camera, { activity: 'A005', severity: 'critical', occurredAt: ago(8) })
  const [resident] = await service.sql<{ id: string }[]>`
    insert into resident (tenant_id, name, honorific, created_at, updated_at)
    values (${tenant.id}, ${name}, 'sama', ${ago(900)}, ${ago(900)}) returning id`
  await service.sql`insert into stay (tenant_id, resident_id, camera_id, from_at, updated_at)
    values (${tenant.id}, ${resident!.id}, ${camera.id}, ${ago(800)}, ${ago(800)})`
  return tenant
}

describe('REACH-81 the night of a site as a file', () => {
  test('is written once, after the shift over midnight alone, with its residents and their alarms', async () => {
    const tenant = await home()
    await write()
    expect(await filesOf(tenant)).toEqual(['2026-11-19-2100.csv'])
    const path = join(folder, tenant.code, '2026-11-19-2100.csv')
    const [head, line] = (await readFile(path, 'utf8')).split('\r\n')
    const values = Object.fromEntries(head!.split(',').map((key, at) => [key, line!.split(',')[at]]))
    expect(values).toMatchObject({ 居室: '101', 利用者: '髙橋 花子 様', '転倒（回）': '1' })

    await writeFile(path, 'corrected by hand')
    await write()
    expect(await readFile(path, 'utf8')).toBe('corrected by hand')
  })

  test('is in Shift_JIS where the operator says so', async () => {
    const tenant = await home()
    await write(folder, 'shift_jis')
    const bytes = await readFile(join(folder, tenant.code, '2026-11-19-2100.csv'))
    expect(new TextDecoder('shift_jis', { fatal: true }).decode(bytes)).toContain('髙橋 花子 様')
  })

  test('waits an hour after the night, and a night that is over for a day is not made up for', async () => {
    const tenant = await home()
    await write(folder, 'utf-8', -2.5)
    expect(await filesOf(tenant)).toEqual([])
    await write(folder, 'utf-8', 21.5)
    expect(await filesOf(tenant)).toEqual([])
  })

  test('is written at the next round where it could not be, each site by itself', async () => {
    const [tenant, other] = [await home(), await home('太田 一郎')]
    await writeFile(join(folder, tenant.code), 'a file stands where the folder is to be')
    await write()
    expect(await filesOf(other)).toEqual(['2026-11-19-2100.csv'])
    await rm(join(folder, tenant.code))
    await write()
    expect(await filesOf(tenant)).toEqual(['2026-11-19-2100.csv'])
  })
})
