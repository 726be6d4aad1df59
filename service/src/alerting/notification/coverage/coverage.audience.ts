/** The people whom an alert of each camera would notify now, computed by the code that serves alerts. PROOF-01. */
import { ROUND_GROUPS } from '@mimamori/contract/alerting/channel.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { type Roster, reachableAt, readRoster } from '#shared/duty.ts'
import { audienceOf, type Wanted, wantedBy } from '../notice.audience.ts'
import type { Person } from '../notice.person.ts'
import { readPeople } from '../notice.queries.ts'
import { type Callable, calledIn, readCallable } from '../notice.round.ts'
import { type Listened, readSubscribers } from './coverage.queries.ts'

/**
 * `recipients`: people and addresses; `people` excludes the addresses. `lastRound`: how many people the last round of an
 * unanswered alarm reaches.
 */
export type Audience = { recipients: number; people: Person[]; isReachable: boolean; lastRound: number }

/** By camera id. `isMailSent`: whether this installation sends e-mails. */
export async function audiencesOf(
  db: PlatformDb,
  cameraIds: readonly string[],
  isMailSent: boolean,
  now: Date,
): Promise<Map<string, Audience>> {
  const found = new Map<string, Audience>()
  for (const [tenantId, cameras] of Map.groupBy(await readSubscribers(db, cameraIds), (one) => one.tenantId)) {
    const named = cameras.map((camera) => ({ camera, wanted: wantedBy(camera.subscribers) }))
    const roster = named.some(({ wanted }) => wanted.onDuty) ? await readRoster(db, tenantId, now) : null
    const lists = named.map(({ camera, wanted }) => ({ camera, wanted: withShifts(wanted, roster, camera) }))
    const all = (pick: (one: (typeof lists)[number]['wanted']) => readonly string[]) => [
      ...new Set(lists.flatMap(({ wanted }) => pick(wanted))),
    ]
    const userIds = all((one) => [...one.userIds, ...one.mobileUserIds, ...one.desktopUserIds])
    const people = await readPeople(db, { tenantId, userIds, unitIds: all(({ unitIds }) => unitIds) })
    const last = await readLastRound(db, cameras[0]!)
    for (const { camera, wanted } of lists) {
      found.set(camera.cameraId, audienceAt(camera, wanted, { people, last }, isMailSent))
    }
  }
  return found
}

/** Adds everybody who has shifts, and their substitutes when nobody is on duty: tonight others are on duty than now. */
function withShifts(wanted: Wanted, roster: Roster | null, camera: Listened): Wanted {
  if (!wanted.onDuty || !roster) return wanted
  return { ...wanted, userIds: [...wanted.userIds, ...reachableAt(roster, camera).map(({ id }) => id)] }
}

type LastRound = { callable: Callable[]; people: Person[] }

/** Everybody whom a round may call, with their channels. */
async function readLastRound(db: PlatformDb, { tenantId, parentId }: Listened): Promise<LastRound> {
  const callable = await readCallable(db, { tenantId, parentId })
  const people = await readPeople(db, { tenantId, userIds: callable.map(({ id }) => id), unitIds: [] })
  return { callable, people }
}

function audienceAt(
  { tenantId, parentId, unitId, isDemo }: Listened,
  wanted: ReturnType<typeof wantedBy>,
  { people: all, last }: { people: readonly Person[]; last: LastRound },
  isMailSent: boolean,
): Audience {
  const place = { tenantId, parentId, unitId }
  const hasChannel = ({ hasPush, hasRinger }: Person) => hasPush || hasRinger || isMailSent || isDemo
  const called = calledIn(ROUND_GROUPS.length, place, last.callable)
  const lastRound = last.people.filter((person) => called.includes(person.id) && hasChannel(person)).length
  const reached = audienceOf(wanted, all, { cause: 'raised', severity: 'critical', place }, isMailSent || isDemo)
  const people = new Map(reached.flatMap(({ person }) => (person ? [[person.id, person] as const] : [])))
  const addresses = reached.filter(({ person }) => person === null).length
  const isReachable = [...people.values()].some(hasChannel) || (addresses > 0 && (isMailSent || isDemo))
  return { recipients: people.size + addresses, people: [...people.values()], isReachable, lastRound }
}
