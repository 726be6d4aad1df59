import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SCENES } from '@mimamori/lab/rooms/camera/scene.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { chanceOf } from './chance.ts'
import { DEMO_BEDS } from './demo-beds.ts'
import { HISTORY_DAYS, LATEST_MS, minuteOfDay, pastAlerts } from './demo-history.ts'
import { imageFor, readPool } from './demo-images.ts'
import { DEMO_PASSWORD, ORGANISATIONS } from './demo-plan.ts'
import { DEMO_PRIVACY, NO_PRIVACY } from './demo-privacy.ts'
import { type SeedOptions, seedDemo } from './seed-demo.ts'

const NOW = new Date('2026-11-20T01:00:00Z')
const sakura = ORGANISATIONS[0]!.sites[0]!
const staff = [
  { userId: 'night', name: 'Night', shift: '夜勤 Night' },
  { userId: 'early', name: 'Early', shift: '早番 Early' },
]
const past = (seed = 'a', now = NOW) => pastAlerts({ seed, now, cameras: sakura.cameras, staff })

describe('90 days of a care home', () => {
  test('the same seed makes the same past, another one another', () => {
    expect(past()).toEqual(past())
    expect(past('b')).not.toEqual(past())
    expect(chanceOf('a', 1).share()).not.toBe(chanceOf('a', 2).share())
  })

  test('it reaches back 90 days and never beyond now', () => {
    const alerts = past()
    const oldestMs = NOW.getTime() - HISTORY_DAYS * 86_400_000
    expect(alerts[0]!.occurredAt.getTime()).toBeLessThan(oldestMs + 86_400_000)
    expect(alerts.every(({ occurredAt }) => occurredAt.getTime() >= oldestMs && occurredAt < NOW)).toBe(true)
    expect(alerts.every(({ seen }) => !seen || seen.at <= NOW)).toBe(true)
    expect(new Set(alerts.map(({ id }) => id)).size).toBe(alerts.length)
  })

  test('people wake in the morning, leave their beds at night, and the corridor is busy by day', () => {
    const alerts = past()
    const share = (appCode: string, isIn: (hour: number) => boolean) => {
      const of = alerts.filter((alert) => alert.appCode === appCode)
      return of.filter(({ occurredAt }) => isIn(minuteOfDay(occurredAt) / 60)).length / of.length
    }
    expect(share('A004', (hour) => hour >= 4 && hour < 8.5)).toBeGreaterThan(0.8)
    expect(share('A006', (hour) => hour < 7 || hour >= 21)).toBeGreaterThan(0.95)
    expect(share('A003', (hour) => hour >= 5 && hour < 21)).toBeGreaterThan(0.95)
  })

  test('falls are few and answered quickly; the user of a check-in was on shift', () => {
    const falls = past().filter(({ appCode }) => appCode === 'A005')
    expect(falls.length).toBeGreaterThan(10)
    expect(falls.length).toBeLessThan(30)
    const seconds = falls
      .flatMap(({ seen, occurredAt }) => (seen ? [(seen.at.getTime() - occurredAt.getTime()) / 1000] : []))
      .sort((a, b) => a - b)
    expect(seconds[Math.floor(seconds.length / 2)]).toBeLessThan(180)
    const atNight = past().filter(({ seen }) => seen && minuteOfDay(seen.at) > 17 * 60)
    expect(new Set(atNight.map(({ seen }) => seen!.by.name))).toEqual(new Set(['Night']))
  })

  test('a few of the last hour wait for somebody, a fall among them', () => {
    const waiting = past().filter(({ seen }) => !seen)
    expect(waiting.length).toBeGreaterThanOrEqual(4)
    expect(waiting.length).toBeLessThan(10)
    expect(waiting.every(({ occurredAt }) => occurredAt.getTime() > NOW.getTime() - LATEST_MS)).toBe(true)
    expect(waiting.map(({ appCode }) => appCode)).toContain('A005')
  })
})

describe('the demo organization', () => {
  let service: TestService
  let folder: string
  const linked = new Map<string, string>()
  const keys: string[] = []
  beforeAll(async () => {
    service = await startService()
    folder = mkdtempSync(join(tmpdir(), 'mimamori-seed-'))
    writeFileSync(join(folder, 'fall.jpg'), 'jpeg')
    writeFileSync(join(folder, 'fall.mp4'), 'mp4')
    const entry = { room: 'room-203', light: 'night', privacy: NO_PRIVACY, durationMs: 15_000, detections: [] }
    const index = [{ ...entry, activity: 'fall', thumbnail: 'fall.jpg', clip: 'fall.mp4' }]
    writeFileSync(join(folder, 'index.json'), JSON.stringify(index))
    await seedDemo(options())
  })
  afterAll(async () => {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function options(more: Partial<SeedOptions> = {}): SeedOptions {
    return {
      database: service.database,
      storage: { adopt: async (name, path) => void linked.set(name, path) },
      passwords: service.platform.passwords,
      now: service.clock.now(),
      seed: 'test',
      language: 'en',
      imageFolder: async () => folder,
      knownKey: null,
      keepKey: (key) => void keys.push(key),
      ...more,
    }
  }
  const login = async (userName: string) => {
    const userPassword = Buffer.from(DEMO_PASSWORD).toString('base64')
    return service.call(undefined, 'session.login', { body: { userName, userPassword, deviceType: 'web' } })
  }

  test('each account of the demo can sign in with its role', async () => {
    const roles = {
      'super@mimamori.example': 'SUPER_ADMIN',
      'org@sakura.example': 'ORG_ADMIN',
      'admin@sakura.example': 'ADMIN',
      'nurse@sakura.example': 'USER',
      'guest@sakura.example': 'RESTRICTED_USER',
      'demo@sakura.example': 'DEMO_USER',
      'annotator@sakura.example': 'ANNOTATOR',
      'admin@kaede.example': 'ADMIN',
    }
    for (const [userName, role] of Object.entries(roles)) {
      const { status, body } = await login(userName)
      expect([userName, status, body.role]).toEqual([userName, 200, role])
    }
    const kaede = (await login('admin@kaede.example')).body
    expect(kaede.applicationTenant!.license.packages).not.toContain('PRO')
    expect((await login('nurse@sakura.example')).body.applicationTenant).toMatchObject({
      isRecordingEnabled: true,
      isLiveStreamingEnabled: true,
    })
  })

  test('the nurse finds a handful of unseen alerts before a long past, with an image of the fall', async () => {
    const { token } = (await login('nurse@sakura.example')).body
    const unseen = await service.call(token, 'alert.search', { query: { pageSize: 20 }, body: { hasRead: false } })
    expect(unseen.body.totalCount).toBeGreaterThan(3)
    expect(unseen.body.totalCount).toBeLessThan(10)
    const fall = unseen.body.records.find(({ activity }) => activity === 'A005')!
    expect(fall).toMatchObject({ location: 'Room 203', clipState: 'ready', unitName: 'Sakura 2F' })
    expect(fall.thumbnailUrl).toMatch(/^\/api\/media\//)
    const all = await service.call(token, 'alert.search', { query: { pageSize: 0 }, body: {} })
    expect(all.body.totalCount).toBeGreaterThan(3_000)
    const [tally] = await service.sql`select (select sum(alerts) from alert_tally) = (select count(*) from alert) as ok`
    expect(tally?.ok).toBe(true)
  })

  test('SET-02 SET-05 both escalation rules watch falls of the demo, and fire for a new one', async () => {
    const { body: admin } = await login('admin@sakura.example')
    const tenantId = admin.applicationTenant!.id
    const [fall] = await service.sql`
      insert into alert (tenant_id, id, camera_id, unit_id, activity, severity, occurred_at, created_at)
      select tenant_id, uuidv7(), camera_id, null, 'A005', 'critical', ${service.clock.now().toISOString()},
        ${service.clock.now().toISOString()} from camera_app
      where tenant_id = ${tenantId} and app_code = 'A005' limit 1 returning id`
    const waiting = await service.sql`
      select e.name from alert_escalation x join escalation e on e.tenant_id = x.tenant_id and e.id = x.escalation_id
      where x.alert_id = ${fall!.id} and x.fired_at is null order by e.threshold_minutes`
    expect(waiting.map(({ name }) => name)).toEqual(['夜間の転倒 Falls at night', '未読アラート Unseen alerts'])
    await service.sql`delete from alert where id = ${fall!.id}`
  })

  test('PROOF-01 the demo shows paths that passed within the hour, proven and open devices', async () => {
    const { token } = (await login('admin@sakura.example')).body
    const { records } = (await service.call(token, 'coverage.list')).body
    const passed = records.filter(({ chosenAt }) => chosenAt !== null)
    expect([passed.length > 5, passed.every(({ withProvenDevice }) => withProvenDevice > 0)]).toEqual([true, true])
    expect(passed.some(({ problems }) => problems.includes('not-proven'))).toBe(false)
    const { owners } = (await service.call(token, 'deviceProof.ofSite')).body
    const states = owners.flatMap(({ devices }) => devices.map(({ provenAt, push }) => `${push} ${provenAt !== null}`))
    expect(states.sort()).toEqual(['off true', 'on true', 'on true', 'refused false'])
  })

  test('APP-02 the site sets when its cameras look for wake-ups, and its second floor narrows that', async () => {
    const { body: admin } = await login('admin@sakura.example')
    const site = await service.call(admin.token, 'siteApp.list', { params: { tenantId: admin.applicationTenant!.id } })
    const said = site.body.apps.filter(({ state, schedule }) => state !== null || schedule !== null)
    expect(said).toMatchObject([
      { appCode: 'A004', state: null, schedule: { mon: [{ startMinute: 180, endMinute: 600 }] } },
      { appCode: 'A008', state: 'ENABLED', schedule: null },
    ])
    const units = await service.call(admin.token, 'unit.search', { body: { name: 'Sakura 2F' } })
    const unit = await service.call(admin.token, 'unit.get', { params: { id: units.body.records[0]!.id } })
    expect(unit.body.apps).toContainEqual(
      expect.objectContaining({
        appCode: 'A004',
        schedule: expect.objectContaining({ mon: [{ startMinute: 240, endMinute: 480 }] }),
      }),
    )
  })

  test('a second start duplicates nothing and reads the hub’s key', async () => {
    const [knownKey] = keys as [string]
    expect(await seedDemo(options({ knownKey }))).toEqual({ hubKey: knownKey, isNew: false, alerts: 0 })
    const says = { version: '1', hostname: 'demo', instance: 'demo' }
    const session = await service.call(undefined, 'hub.session', { body: { key: knownKey, ...says } })
    const { cameras } = (await service.call(session.body.token, 'hub.desired')).body
    expect(cameras.map(({ streamUrl }) => streamUrl).sort()).toEqual([
      'scene:hallway-2f',
      ...[201, 202, 203, 205, 206, 207].map((number) => `scene:room-${number}`),
    ])
  })

  test('a lost key is replaced, and the old one is rejected', async () => {
    const before = keys.at(-1)!
    const { hubKey } = await seedDemo(options())
    const present = (key: string) =>
      service.call(undefined, 'hub.session', { body: { key, version: '1', hostname: 'demo', instance: 'demo' } })
    expect(hubKey).toBe(keys.at(-1))
    expect((await present(hubKey)).status).toBe(200)
    expect((await present(before)).status).toBe(401)
  })

  test('CAM-09 one room is blurred, one shows silhouettes, one masks a place, and their past obeys it', async () => {
    const { body: admin } = await login('admin@sakura.example')
    const settings = await service.sql<{ name: string; of: string }[]>`
      select name, privacy_level || ' ' || jsonb_array_length(masks) as of from camera
      where tenant_id = ${admin.applicationTenant!.id} and (is_privacy_on or masks <> '[]') order by name`
    expect(settings.map(({ name, of }) => [name, of])).toEqual([
      ['205-A', 'silhouette 0'],
      ['206-A', 'none 1'],
      ['207-A', 'blur 0'],
    ])
    // An image with other privacy settings than the room's is not used.
    const [open] = readPool(folder)
    const hidden = { scene: 'room-205', privacy: DEMO_PRIVACY['room-205']!, appCode: 'A005', isNight: true } as const
    const inRoom = { ...open!, room: 'room-205' }
    expect(imageFor([inRoom], hidden, chanceOf('images'))).toBeUndefined()
    const asSet = { ...inRoom, privacy: hidden.privacy }
    expect(imageFor([inRoom, asSet], hidden, chanceOf('images'))).toBe(asSet)
  })

  test('images are chosen by their scene and by the light', () => {
    const [fall] = readPool(folder)
    const of = (activity: string, light: 'day' | 'night') => ({ ...fall!, activity, light })
    const pool = [of('wake-up', 'day'), of('wake-up', 'night'), of('fall', 'day')]
    const chance = chanceOf('images')
    const chosen = (appCode: 'A004' | 'A005', isNight: boolean) =>
      imageFor(pool, { scene: 'room-203', privacy: NO_PRIVACY, appCode, isNight }, chance)
    expect(chosen('A004', true)).toBe(pool[1])
    expect(chosen('A005', true)).toBe(pool[2])
    const elsewhere = { scene: 'elsewhere', privacy: NO_PRIVACY, appCode: 'A005', isNight: true } as const
    expect(imageFor(pool, elsewhere, chance)).toBeUndefined()
    expect(readPool(null)).toEqual([])
  })
})

test('APP-04 every room of the demo has its bed outlined where it is drawn', () => {
  const drawn = SCENES.flatMap(({ key, bed }) => (bed ? [[key, bed] as const] : []))
  expect(Object.keys(DEMO_BEDS)).toEqual(drawn.map(([key]) => key))
  for (const [key, corners] of drawn) expect(DEMO_BEDS[key]!.corners, key).toEqual(corners)
})
