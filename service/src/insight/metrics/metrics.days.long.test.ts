/** Daily sums equal the alerts themselves, after any changes and in whatever order days were summed. */

import type { MetricsFilter } from '@mimamori/contract/insight/metrics.ts'
import { activity, alertSeverity } from '@mimamori/contract/shared/apps.ts'
import { DAY_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { startService, TestClock, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertUnit, type TestCamera } from '#testing/site.ts'
import { sumDays } from './metrics.days.jobs.ts'

/** Eight days around the night when Berlin's clocks go back. */
const START_MS = Date.parse('2026-10-22T00:00:00.000Z')
const DAYS = 8

let service: TestService
beforeAll(async () => {
  service = await startService({ clock: new TestClock(new Date(START_MS).toISOString()) })
})
afterAll(() => service.stop())

const minute = fc.integer({ min: 0, max: DAYS * 1_440 })
const raised = fc.record({
  minute,
  place: fc.nat(2),
  severity: fc.constantFrom(...alertSeverity.options),
  activity: fc.constantFrom(...activity.options),
})
const share = fc.nat(4)
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('raise' as const), alerts: fc.array(raised, { maxLength: 15 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('see' as const), share, seconds: fc.integer({ min: -5, max: 900 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('judge' as const),
      share,
      verdict: fc.constantFrom('real', 'false-alarm', 'unsure', null),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('archive', 'delete', 'purge', 'move', 'return' as const), share }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('zone' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sum' as const) }) },
)
type Change =
  | { kind: 'raise'; alerts: { minute: number; place: number; severity: string; activity: string }[] }
  | { kind: 'see'; share: number; seconds: number }
  | { kind: 'judge'; share: number; verdict: string | null }
  | { kind: 'archive' | 'delete' | 'purge' | 'move' | 'return'; share: number }
  | { kind: 'zone' | 'sum' }

type Place = { tenantId: string; admin: TestUser; unitIds: string[]; cameras: TestCamera[] }
async function place(): Promise<Place> {
  const tenant = await service.tenant({ timezone: 'Europe/Berlin' })
  const unitIds = [await insertUnit(service, tenant), await insertUnit(service, tenant)]
  const cameras: TestCamera[] = []
  for (const unitId of [...unitIds, null]) cameras.push(await insertCamera(service, tenant, { unitId }))
  return { tenantId: tenant.id, admin: await service.user({ role: 'ADMIN', tenant }), unitIds, cameras }
}

const sum = () => drain(sumDays, service.database, service.clock.now())
async function noteAndSum(): Promise<void> {
  await sum()
  service.clock.advance(2 * MINUTE_MS)
  await sum()
}

async function apply({ tenantId, cameras, unitIds }: Place, of: Change): Promise<void> {
  const { sql } = service
  const some = (limit: number) => sql`tenant_id = ${tenantId} and get_byte(uuid_send(id), 15) % 6 <= ${limit}`
  if (of.kind === 'raise') await raise(tenantId, cameras, of.alerts)
  else if (of.kind === 'see') {
    const at = sql`created_at + ${of.seconds} * interval '1.001 seconds'`
    await sql`update alert set first_seen_at = ${at}, first_seen_name = 'Aya Yoshida'
      where ${some(of.share)} and first_seen_at is null and alarm_state is null`
    await sql`update alert set alarm_state = 'arrived', claimed_at = ${at}, claimer_name = 'Aya Yoshida',
      arrived_at = ${at}, arrived_name = 'Aya Yoshida' where ${some(of.share)} and alarm_state = 'open'`
  } else if (of.kind === 'judge') await sql`update alert set verdict = ${of.verdict} where ${some(of.share)}`
  else if (of.kind === 'archive') await sql`update alert set is_archived = not is_archived where ${some(of.share)}`
  else if (of.kind === 'delete') {
    await sql`update alert set deleted_at = case when deleted_at is null then now() end where ${some(of.share)}`
  } else if (of.kind === 'purge') {
    await sql`delete from alert where ${some(of.share)} and get_byte(uuid_send(id), 14) % 3 = 0`
  } else if (of.kind === 'move') await sql`update alert set unit_id = ${unitIds[0]!} where ${some(of.share)}`
  else if (of.kind === 'return') {
    await sql`update alert set alarm_state = 'resolved', resolved_at = created_at, resolved_name = '', outcome = 'returned'
      where ${some(of.share)} and alarm_state = 'open'`
  } else if (of.kind === 'sum') await noteAndSum()
  else {
    await sql`update tenant set timezone = case timezone when 'Europe/Berlin' then 'Asia/Kathmandu' else 'Europe/Berlin' end
      where id = ${tenantId}`
  }
}

/** Inserts alerts on any of the eight days, most of them long afterwards: as from a hub that was offline. */
async function raise(tenantId: string, cameras: readonly TestCamera[], alerts: (Change & { kind: 'raise' })['alerts']) {
  const rows = alerts.map((alert) => ({
    camera_id: alert.activity === 'hub-offline' ? null : cameras[alert.place]!.id,
    unit_id: cameras[alert.place]!.unitId,
    severity: alert.severity,
    activity: alert.activity,
    occurred_at: new Date(START_MS + alert.minute * MINUTE_MS).toISOString(),
  }))
  await service.sql`
    insert into alert (tenant_id, id, camera_id, unit_id, severity, activity, occurred_at, created_at, agent_id, agent_name,
      kind_name)
    select ${tenantId}, uuidv7(), r.*, ${service.clock.now()}, case when r.camera_id is null then ${tenantId}::uuid end,
      case when r.camera_id is null then 'Hub' end, case when r.activity = 'site-signal' then 'Mat' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r
      (camera_id uuid, unit_id uuid, severity text, activity text, occurred_at timestamptz)`
}

type Search = { from: number; to: number; camera?: number | undefined; unit?: number | undefined }
const search = fc.record(
  { from: minute, to: minute, camera: fc.nat(2), unit: fc.nat(1) },
  { requiredKeys: ['from', 'to'] },
)

/** The report with ties in a fixed order. */
async function ask({ admin, cameras, unitIds }: Place, { from, to, camera, unit }: Search) {
  const at = (ofMinute: number) => new Date(START_MS + ofMinute * MINUTE_MS).toISOString()
  const filter: Omit<MetricsFilter, 'parts'> = {
    from: at(Math.min(from, to)),
    to: at(Math.max(from, to) + 1),
    ...(camera !== undefined && { cameraIds: [cameras[camera]!.id] }),
    ...(unit !== undefined && { unitIds: [unitIds[unit]!] }),
  }
  return (await service.call(admin.token, 'metrics.report', { body: { ...filter, parts: ['general'] } })).body.general!
}

describe('METRIC-01 METRIC-03 sums of days', () => {
  test('daily sums equal the alerts of any range, however late they arrived', async () => {
    let summedAtTheEnd = 0
    const changes = fc.array(change, { minLength: 6, maxLength: 14 })
    const searchs = fc.array(search, { minLength: 2, maxLength: 5 })
    const property = fc.asyncProperty(changes, searchs, async (happened, asked) => {
      service.clock.advance(START_MS - service.clock.now().getTime())
      const site = await place()
      // The last change affects days that have sums.
      for (const one of happened.toSpliced(-1, 0, { kind: 'sum' })) {
        service.clock.advance((1.5 * DAYS * DAY_MS) / happened.length)
        await apply(site, one as Change)
      }
      // Whole days of all sites, whose sums are combined with days that are not over.
      const all = [{ from: 0, to: DAYS * 1_440 }, { from: 0, to: DAYS * 1_440, camera: 0 }, ...asked]
      const fromSums = []
      for (const one of all) fromSums.push(await ask(site, one))
      const [state] = await service.sql<{ summed: number }[]>`
        select count(*)::int as summed from report_day_figures f join report_day r using (tenant_id, day)
        where tenant_id = ${site.tenantId} and is_summed`
      summedAtTheEnd += state!.summed
      await service.sql`delete from report_day where tenant_id = ${site.tenantId}`
      for (const [at, one] of all.entries()) expect(fromSums[at]).toEqual(await ask(site, one))
    })
    await fc.assert(property, { seed: 20_261_122, numRuns: 25 })
    // Otherwise nothing was compared.
    expect(summedAtTheEnd).toBeGreaterThan(100)
  }, 120_000)

  test('a day is summed after its end, once the transactions of its alerts committed', async () => {
    const { admin, cameras, tenantId } = await place()
    const isSummed = async () => {
      const rows = await service.sql<{ day: string; is_summed: boolean }[]>`
        select day::text, is_summed from report_day where tenant_id = ${tenantId} order by day`
      return rows.map(({ day, is_summed }) => `${day} ${is_summed}`)
    }
    const at = async (instant: string) => {
      service.clock.advance(Date.parse(instant) - service.clock.now().getTime())
      await sum()
      return await isSummed()
    }
    await insertAlert(service, cameras[0]!, { occurredAt: '2027-01-04T10:00:00.000Z' })
    expect(await at('2027-01-04T22:59:59.000Z')).toEqual([])
    expect(await at('2027-01-04T23:00:00.000Z')).toEqual(['2027-01-04 false'])
    expect(await at('2027-01-04T23:00:59.000Z')).toEqual(['2027-01-04 false'])
    expect(await at('2027-01-04T23:01:00.000Z')).toEqual(['2027-01-04 true'])
    await insertAlert(service, cameras[0]!, { occurredAt: '2027-01-04T12:00:00.000Z' })
    expect(await isSummed()).toEqual(['2027-01-04 false'])
    expect(await at('2027-01-04T23:03:00.000Z')).toEqual(['2027-01-04 true'])
    await service.sql`update alert set is_archived = true where tenant_id = ${admin.tenantId}`
    expect(await isSummed()).toEqual(['2027-01-04 true'])
  })

  test('the summation waits for changes of the day’s alerts', async () => {
    const { cameras, tenantId } = await place()
    const alert = await insertAlert(service, cameras[0]!, { occurredAt: '2027-02-04T10:00:00.000Z' })
    service.clock.advance(Date.parse('2027-02-05T10:00:00.000Z') - service.clock.now().getTime())
    await sum()
    service.clock.advance(2 * MINUTE_MS)
    const summed = () => service.sql`select from report_day where tenant_id = ${tenantId} and is_summed`
    await service.sql.begin(async (sql) => {
      await sql`update alert set verdict = 'real' where tenant_id = ${tenantId} and id = ${alert.id}`
      await sum()
      expect(await summed()).toHaveLength(0)
    })
    await sum()
    expect(await summed()).toHaveLength(1)
    const [figures] =
      await service.sql`select sum(judged)::int as judged from report_day_figures where tenant_id = ${tenantId}
      and camera_id = ${cameras[0]!.id}`
    expect(figures).toEqual({ judged: 1 })
  })
})
