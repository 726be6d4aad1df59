/** Residents of the demo: who lives in which room since when, who moved, and who left. */

import { CONSENTS } from '@mimamori/contract/care/resident-title.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { PEOPLE } from './demo-plan.ts'
import { cameraIdOf, demoId, SITES, tenantIdOf, userIdOf } from './demo-rows.ts'

const SITE_CODE = 'sakura-no-sato'
const DAY_MS = 24 * 60 * 60_000

/** `rooms`: room by number of days ago, the oldest first; `leftDays`: days since leaving. */
type Person = {
  name: string
  kana: string
  honorific: 'sama' | 'san'
  note: string
  signer: string
  rooms: readonly (readonly [room: number, days: number])[]
  leftDays?: number
}

const RESIDENTS: readonly Person[] = [
  {
    ...{ name: '山田 花子', kana: 'やまだ はなこ', honorific: 'sama', signer: '長女 山田 恵子' },
    note: '夜間トイレ2回。歩行器使用。 Up twice at night; walks with a frame.',
    rooms: [[201, 112]],
  },
  {
    ...{ name: '佐藤 一郎', kana: 'さとう いちろう', honorific: 'sama', signer: 'ご本人' },
    note: '難聴（右）。左側から声かけ。 Hard of hearing on the right: speak from the left.',
    rooms: [[202, 38]],
  },
  {
    ...{ name: '鈴木 ウメ', kana: 'すずき うめ', honorific: 'sama', signer: '長男 鈴木 健' },
    note: '転倒リスク高。起き上がりに注意。 High fall risk: watch for sitting up.',
    rooms: [
      [202, 110],
      [203, 40],
    ],
  },
  {
    ...{
      name: 'ホセ・アントニオ・デ・ラ・クルス・山本',
      kana: 'ほせ・あんとにお・で・ら・くるす・やまもと',
      honorific: 'san',
      signer: '妻 山本 マリア',
    },
    note: 'スペイン語と簡単な日本語。 Spanish and simple Japanese.',
    rooms: [[205, 30]],
  },
  {
    ...{ name: '田中 キヨ', kana: 'たなか きよ', honorific: 'sama', signer: '次女 小川 真由美' },
    note: '',
    rooms: [[206, 75]],
  },
  {
    ...{ name: '渡辺 正雄', kana: 'わたなべ まさお', honorific: 'sama', signer: '長男 渡辺 誠' },
    note: '退居（ご自宅へ）。 Went home.',
    rooms: [[205, 100]],
    leftDays: 33,
  },
]

export async function insertDemoResidents(db: PlatformDb, seed: string, now: Date): Promise<void> {
  const site = SITES.find(({ code }) => code === SITE_CODE)!
  const tenantId = tenantIdOf(seed, SITE_CODE)
  const author = PEOPLE.find(({ email }) => email === 'nurse@sakura.example')!
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  for (const person of RESIDENTS) {
    const id = demoId(seed, 'resident', person.name)
    const cameras = person.rooms.map(([room]) => site.cameras.find(({ key }) => key === `room-${room}`))
    if (cameras.includes(undefined)) continue
    const bornAt = ago(person.rooms[0]![1])
    await db.run(sql`
      insert into resident (tenant_id, id, name, kana, honorific, care_note, created_at, updated_at)
      values (${tenantId}, ${id}, ${person.name}, ${person.kana}, ${person.honorific}, ${person.note}, ${bornAt}, ${bornAt})`)
    await db.run(sql`
      insert into resident_consent (tenant_id, resident_id, kind, is_given, answered_on, answered_by, recorded_by,
        recorded_by_name, recorded_at)
      select ${tenantId}::uuid, ${id}::uuid, kind, true, ${bornAt}::date, ${person.signer}::text,
        ${userIdOf(seed, author)}::uuid, ${`${author.firstName} ${author.lastName}`}::text, ${bornAt}::timestamptz
      from unnest(${[...CONSENTS]}::text[]) kind`)
    for (const [at, [room, days]] of person.rooms.entries()) {
      const next = person.rooms[at + 1]?.[1] ?? person.leftDays
      await db.run(sql`
        insert into stay (tenant_id, id, resident_id, camera_id, from_at, to_at, updated_at)
        values (${tenantId}, ${demoId(seed, 'stay', person.name, String(room))}, ${id},
          ${cameraIdOf(seed, site, cameras[at]!)}, ${ago(days)}, ${next === undefined ? null : ago(next)}, ${ago(days)})`)
    }
  }
}
