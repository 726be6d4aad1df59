// The rule "who is on duty at T" against a plain model, over generated rosters, zones and changes of clocks. REACH-10.
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'
import { gapsAt, onDutyAt, presentOf, readRoster } from './duty.ts'

/** Around nights on which clocks change there, and in Tokyo a turn of the month. */
const NIGHTS = [
  ['Europe/Berlin', '2026-10-25'],
  ['Europe/Berlin', '2026-03-29'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Asia/Tokyo', '2026-12-01'],
] as const
const PEOPLE = 4
const SHIFTS = [
  { start: 7 * 60, end: 16 * 60 },
  { start: 16 * 60, end: 9 * 60 },
  { start: 150, end: 160 },
  { start: 0, end: 0 },
]

let service: TestService
let site: TestTenant
let people: string[]
let shifts: string[]
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  site = await service.tenant()
  people = []
  for (let at = 0; at < PEOPLE; at++) people.push((await service.user({ role: 'USER', tenant: site })).id)
  const rows = await service.sql<{ id: string }[]>`
    insert into shift ${service.sql(
      SHIFTS.map(({ start, end }, at) => ({
        ...{ tenant_id: site.id, name: `Shift ${at}` },
        ...{ start_minute: start, end_minute: end },
      })),
    )} returning id`
  shifts = rows.map(({ id }) => id)
})

const roster = (at: Date) => service.database.asPlatform('a roster', (db) => readRoster(db, site.id, at))

async function standing(person: number, shift: number) {
  await service.sql`insert into user_shift (tenant_id, user_id, shift_id)
    values (${site.id}, ${people[person]!}, ${shifts[shift]!}) on conflict do nothing`
}
async function dated(person: number, day: string, shift: number | null) {
  const month = `${day.slice(0, 7)}-01`
  await service.sql`insert into roster_line (tenant_id, month, user_id, updated_at)
    values (${site.id}, ${month}, ${people[person]!}, now()) on conflict do nothing`
  await service.sql`insert into roster_day (tenant_id, month, user_id, day, shift_id, mark)
    values (${site.id}, ${month}, ${people[person]!}, ${day}, ${shift === null ? null : shifts[shift]!},
      ${shift === null ? '休' : null}) on conflict do nothing`
}

type Planned = { person: number; day: number; shift: number | null }
type World = {
  standing: { person: number; shift: number }[]
  planned: Planned[]
  away: { person: number; day: number }[]
}

/** Written as one would explain it: each person, each day, one shift after the other. */
function modelOf(world: World, days: readonly string[], zone: string, at: Temporal.Instant): number[] {
  return Array.from({ length: PEOPLE }, (_, person) => person).filter((person) =>
    days.some((day, index) => {
      if (world.away.some((one) => one.person === person && one.day >= index)) return false
      const hasRoster = world.planned.some((one) => one.day === index && one.shift !== null)
      const month = day.slice(0, 7)
      const isListed = world.planned.some((one) => one.person === person && days[one.day]!.startsWith(month))
      const own =
        hasRoster && isListed
          ? world.planned.filter((one) => one.person === person && one.day === index).map(({ shift }) => shift)
          : world.standing.filter((one) => one.person === person).map(({ shift }) => shift)
      return own.some((shift) => shift !== null && runs(SHIFTS[shift]!, day, zone, at))
    }),
  )
}

function runs({ start, end }: (typeof SHIFTS)[number], day: string, zone: string, at: Temporal.Instant): boolean {
  const instant = (date: Temporal.PlainDate, minute: number) =>
    date
      .toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
      .toZonedDateTime(zone, { disambiguation: 'later' })
      .toInstant()
  const from = Temporal.PlainDate.from(day)
  const until = end <= start ? from.add({ days: 1 }) : from
  return (
    Temporal.Instant.compare(instant(from, start), at) <= 0 && Temporal.Instant.compare(at, instant(until, end)) < 0
  )
}

const person = fc.nat(PEOPLE - 1)
const shift = fc.nat(SHIFTS.length - 1)
const day = fc.nat(4)
const world: fc.Arbitrary<World> = fc.record({
  standing: fc.array(fc.record({ person, shift }), { maxLength: 5 }),
  planned: fc.array(fc.record({ person, day, shift: fc.option(shift) }), { maxLength: 8 }),
  away: fc.array(fc.record({ person, day }), { maxLength: 1 }),
})

test.each(NIGHTS)('REACH-10 on duty equals the model in %s around %s', async (zone, night) => {
  const first = Temporal.PlainDate.from(night).subtract({ days: 2 })
  const days = Array.from({ length: 5 }, (_, at) => first.add({ days: at }).toString())
  const startMs = first.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
  await service.sql`update tenant set timezone = ${zone} where id = ${site.id}`
  await fc.assert(
    fc.asyncProperty(world, fc.array(fc.nat(48 * 60), { minLength: 1, maxLength: 4 }), async (given, minutes) => {
      await service.sql`delete from user_shift where tenant_id = ${site.id}`
      await service.sql`delete from roster_line where tenant_id = ${site.id}`
      await service.sql`update app_user set away_until = null where tenant_id = ${site.id}`
      for (const one of given.standing) await standing(one.person, one.shift)
      for (const one of given.planned) await dated(one.person, days[one.day]!, one.shift)
      for (const one of given.away)
        await service.sql`update app_user set away_until = ${days[one.day]!} where id = ${people[one.person]!}`
      for (const minute of minutes) {
        const at = new Date(startMs + minute * MINUTE_MS)
        const present = presentOf(await roster(at)).map(({ id }) => people.indexOf(id))
        const expected = modelOf(given, days, zone, Temporal.Instant.fromEpochMilliseconds(at.getTime()))
        expect(present.toSorted()).toEqual(expected)
      }
    }),
    { numRuns: 25 },
  )
})

test('REACH-10 gaps are the times of the next 24 hours in which nobody is on duty', async () => {
  await service.sql`update tenant set timezone = 'Asia/Tokyo' where id = ${site.id}`
  const at = new Date('2026-11-20T01:00:00.000Z')
  const place = { unitId: null, cameraId: null }
  await dated(0, '2026-11-20', 0)
  await standing(1, 1)
  await dated(1, '2026-11-20', null)
  const before = await roster(at)
  expect(onDutyAt(before, place).map(({ id }) => id)).toEqual([people[0]])
  expect(gapsAt(before, place)).toEqual([
    { startsAt: '2026-11-20T07:00:00.000Z', endsAt: new Date(at.getTime() + 24 * HOUR_MS).toISOString() },
  ])
  await dated(2, '2026-11-20', 1)
  expect(gapsAt(await roster(at), place)).toEqual([
    { startsAt: '2026-11-21T00:00:00.000Z', endsAt: '2026-11-21T01:00:00.000Z' },
  ])
})

test('REACH-10 a day without a shift in the roster has the standing shifts of everybody', async () => {
  await service.sql`update tenant set timezone = 'Asia/Tokyo' where id = ${site.id}`
  const at = new Date('2026-11-20T01:00:00.000Z')
  await standing(0, 0)
  await standing(1, 0)
  await dated(0, '2026-11-21', 1)
  await dated(1, '2026-11-20', null)
  const present = async () => presentOf(await roster(at)).map(({ id }) => people.indexOf(id))
  expect(await present()).toEqual([0, 1])
  await dated(2, '2026-11-20', 0)
  expect(await present()).toEqual([2])
  expect((await roster(at)).isDated).toBe(true)
})
