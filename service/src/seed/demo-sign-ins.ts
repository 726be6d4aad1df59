/** Past sign-ins and devices of the demo's people, including a pending invitation and a former user. */
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import type { Person } from './demo-parts.ts'
import { PEOPLE, SHIFTS } from './demo-plan.ts'
import { demoId, homeOf, tenantIdOf, userIdOf } from './demo-rows.ts'
import * as write from './queries/seed.queries.ts'

const [EARLY, DAY, LATE, NIGHT] = SHIFTS.map(({ name }) => name)
/** Hours since the last sign-in of people in this shift; each person differs slightly. */
const HOURS_AGO = new Map<string | undefined, number>([
  [EARLY, 5],
  [DAY, 3],
  [LATE, 19],
  [NIGHT, 9],
])
/** People without a shift sign in occasionally. */
const OCCASIONALLY_HOURS_AGO = 52
const SPREAD_HOURS = 2.6

const SITE = 'sakura-no-sato'
type Newcomer = Pick<Person, 'email' | 'firstName' | 'lastName'> & { shift: string | undefined; isDisabled: boolean }
const OTHERS: readonly Newcomer[] = [
  { email: 'sakurako.endo@sakura.example', firstName: 'Sakurako', lastName: 'Endo', shift: DAY, isDisabled: false },
  { email: 'makoto.hara@sakura.example', firstName: 'Makoto', lastName: 'Hara', shift: LATE, isDisabled: true },
]

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const BROWSERS = {
  ipad: 'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  android: `Mozilla/5.0 (Linux; Android 15; SM-X210) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`,
  windows: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
}
/** By the e-mail address of the signed-in user; addresses of the site's own network. */
export const DEVICES = [
  { email: 'station-2f@sakura.example', on: BROWSERS.ipad, ip: '192.168.20.31', days: 40, hoursAgo: 0.2 },
  { email: 'station-2f@sakura.example', on: BROWSERS.ipad, ip: '192.168.20.32', days: 38, hoursAgo: 1.4 },
  { email: 'nurse@sakura.example', on: BROWSERS.android, ip: '192.168.20.57', days: 12, hoursAgo: 7 },
  { email: 'admin@sakura.example', on: BROWSERS.windows, ip: '192.168.20.10', days: 25, hoursAgo: 20 },
]

/** Inserts the demo's sign-ins and the two other users. Nobody has a token of these sessions. */
export async function insertSignIns(db: PlatformDb, seed: string, now: Date): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  await write.insertOthers(db, otherRows(seed), ago(24 * 30))
  await write.noteSignIns(
    db,
    PEOPLE.map((person, index) => ({
      tenantId: homeOf(seed, person),
      id: userIdOf(seed, person),
      mobileNo: person.type === 'SHARED' ? '' : `090-0000-${String(1200 + index * 7)}`,
      lastSignInAt: ago((HOURS_AGO.get(person.shift) ?? OCCASIONALLY_HOURS_AGO) + (index % 5) * SPREAD_HOURS),
    })),
  )
  await write.insertSessions(
    db,
    DEVICES.map(({ email, on, ip, days, hoursAgo }) => {
      const person = PEOPLE.find((one) => one.email === email)!
      const of = { tenantId: homeOf(seed, person), userId: userIdOf(seed, person) }
      return { ...of, userAgent: on, ip, createdAt: ago(days * 24), lastSeenAt: ago(hoursAgo) }
    }),
  )
}

function otherRows(seed: string) {
  const tenantId = tenantIdOf(seed, SITE)
  return OTHERS.map(({ shift, ...other }) => ({
    ...other,
    tenantId,
    id: demoId(seed, 'user', other.email),
    shiftName: shift,
  }))
}
