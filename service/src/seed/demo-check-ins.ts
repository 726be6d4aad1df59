/** Check-ins of the demo: those planned for its rooms every day, those done, and their notes. */

import { DAY_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { type Chance, chanceOf, seededId } from './chance.ts'
import { PEOPLE } from './demo-plan.ts'
import { cameraIdOf, demoId, SITES, tenantIdOf, unitIdOf, userIdOf } from './demo-rows.ts'

const SITE_CODE = 'sakura-no-sato'
/** Japan has had no daylight saving time since 1952. */
const JAPAN_OFFSET_MS = 540 * MINUTE_MS
const PAST_DAYS = 21
const COMING_DAYS = 30
/** Nearly one of ten planned check-ins is forgotten. */
const LOOKED_IN = 0.92

type Round = { room: number; minute: number; email: string; purpose: string; notes: readonly string[] }

/** The rounds of the house, in Japanese time. */
const ROUNDS: readonly Round[] = [
  {
    ...{ room: 203, minute: 22 * 60, email: 'nurse@sakura.example' },
    purpose: '就寝の確認 Settled for the night',
    notes: [
      '入眠中。呼吸安定。 Asleep, breathing calmly.',
      'ベッド上で起きている。声かけの予定。 Awake in bed; will look in person.',
      '入眠中。布団をかけ直しに訪室。 Asleep; went in to straighten the blanket.',
      '端座位。離床しそうなため訪室。 Sitting on the edge of the bed; went to the room.',
    ],
  },
  {
    ...{ room: 203, minute: 2 * 60, email: 'kenta.takahashi@sakura.example' },
    purpose: '夜間の離床 Out of bed at night',
    notes: [
      '入眠中。体動なし。 Asleep, not moving.',
      'トイレ後、臥床を確認。 Back in bed after the toilet.',
      '入眠中。右側臥位。 Asleep, lying on the right side.',
    ],
  },
  {
    ...{ room: 206, minute: 5 * 60 + 30, email: 'mayumi.sasaki@sakura.example' },
    purpose: '起床前の様子 Before getting up',
    notes: ['まだ入眠中。 Still asleep.', '覚醒。本日は早めに起床介助。 Awake; help with getting up early today.', ''],
  },
  {
    ...{ room: 201, minute: 14 * 60, email: 'haruka.nakamura@sakura.example' },
    purpose: '午睡の見守り Afternoon rest',
    notes: [
      '午睡中。 Resting.',
      '椅子でテレビ。穏やか。 In the chair with the television on, at ease.',
      '午睡中。室温やや高め。 Resting; the room is a little warm.',
    ],
  },
]
const WINDOW_MINUTES = 30
const REMINDER_MINUTES = 5

type Demo = { seed: string; now: Date; tenantId: string }

export async function insertDemoCheckIns(db: PlatformDb, seed: string, now: Date): Promise<void> {
  const demo = { seed, now, tenantId: tenantIdOf(seed, SITE_CODE) }
  for (const round of ROUNDS) await insertRound(db, demo, round)
}

function placeOf({ seed }: Demo, { room, email }: Round) {
  const site = SITES.find(({ code }) => code === SITE_CODE)!
  const camera = site.cameras.find(({ key }) => key === `room-${room}`)!
  const person = PEOPLE.find((each) => each.email === email)!
  return {
    cameraId: cameraIdOf(seed, site, camera),
    unitId: unitIdOf(seed, site, camera.unit),
    userId: userIdOf(seed, person),
    userName: `${person.firstName} ${person.lastName}`,
  }
}

/** One row for every day around now, followed by the check-ins, from which a trigger derives the completed ones. */
async function insertRound(db: PlatformDb, demo: Demo, round: Round): Promise<void> {
  const { seed, now, tenantId } = demo
  const { cameraId, unitId, userId, userName } = placeOf(demo, round)
  const id = demoId(seed, 'booking', `${round.room} ${round.minute}`)
  const today = Math.floor((now.getTime() + JAPAN_OFFSET_MS) / DAY_MS) * DAY_MS
  const dayText = (days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 10)
  const bornAt = new Date(now.getTime() - (PAST_DAYS + 1) * DAY_MS)
  await db.run(sql`
    insert into booking (tenant_id, id, camera_id, user_id, user_name, first_day, start_minute, window_minutes,
      reminder_minutes, repeat, until_day, purpose, created_at, updated_at)
    values (${tenantId}, ${id}, ${cameraId}, ${userId}, ${userName}, ${dayText(-PAST_DAYS)}::date, ${round.minute},
      ${WINDOW_MINUTES}, ${REMINDER_MINUTES}, 'daily', ${dayText(COMING_DAYS)}::date, ${round.purpose}, ${bornAt}, ${bornAt})`)
  await db.run(sql`
    insert into booking_occurrence (tenant_id, booking_id, camera_id, user_id, user_name, day, series_day, start_minute,
      starts_at, ends_at, remind_at)
    select ${tenantId}, ${id}, ${cameraId}, ${userId}, ${userName}, d::date, d::date, ${round.minute}, i.at,
      i.at + make_interval(mins => ${WINDOW_MINUTES}),
      case when i.at > ${now} then i.at - make_interval(mins => ${REMINDER_MINUTES}) end
    from generate_series(${dayText(-PAST_DAYS)}::timestamp, ${dayText(COMING_DAYS)}::timestamp, interval '1 day') d
      cross join lateral (select site_instant(d::date, ${round.minute}, 'Asia/Tokyo') as at) i`)
  const chance = chanceOf(seed, 'check-ins', round.room, round.minute)
  for (let day = -PAST_DAYS; day <= 0; day++) {
    const plannedMs = today + day * DAY_MS + round.minute * MINUTE_MS - JAPAN_OFFSET_MS
    const startedAt = new Date(plannedMs + chance.between(-4, 16) * MINUTE_MS)
    const look = lookOf(chance, round)
    if (startedAt.getTime() + look.seconds * 1000 > now.getTime() || !chance.happens(LOOKED_IN)) continue
    await insertLook(db, { ...demo, cameraId, unitId, userId, userName }, startedAt, look)
  }
}

type Look = { seconds: number; imageAfterMs: number; note: string }

function lookOf(chance: Chance, { notes }: Round): Look {
  return {
    seconds: Math.round(chance.aboutMedian(75, 0.5)),
    imageAfterMs: Math.round(chance.between(700, 1_900)),
    note: chance.pick(notes),
  }
}

type Place = Demo & ReturnType<typeof placeOf>

async function insertLook(db: PlatformDb, at: Place, startedAt: Date, look: Look): Promise<void> {
  const endedAt = new Date(startedAt.getTime() + (look.seconds + 2) * 1000)
  const streamAt = new Date(startedAt.getTime() + look.imageAfterMs)
  const id = seededId(startedAt, at.seed, 'check-in', at.cameraId)
  await db.run(sql`
    insert into check_in (tenant_id, id, camera_id, unit_id, user_id, person_id, person_name, started_at, stream_at,
      monitored_seconds, last_sign_at, ended_at, end_reason, note)
    values (${at.tenantId}, ${id}, ${at.cameraId}, ${at.unitId}, ${at.userId}, ${at.userId}, ${at.userName}, ${startedAt},
      ${streamAt}, ${look.seconds}, ${endedAt}, ${endedAt}, 'left', ${look.note})`)
}
