/** The people whom an alert of each camera would notify now, computed by the code that serves alerts. PROOF-01. */
import type { PlatformDb } from '#platform/postgres/database.ts'
import { type Roster, reachableAt, readRoster } from '#shared/duty.ts'
import { audienceOf, type Wanted, wantedBy } from '../notice.audience.ts'
import type { Person } from '../notice.person.ts'
import { readPeople } from '../notice.queries.ts'
import { type Listened, readSubscribers } from './coverage.queries.ts'

/** `recipients`: people and addresses; `people` excludes the addresses. */
export type Audience = { recipients: number; people: Person[] }

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
    for (const { camera, wanted } of lists) found.set(camera.cameraId, audienceAt(camera, wanted, people, isMailSent))
  }
  return found
}

/** Adds everybody who has shifts, and their substitutes when nobody is on duty: tonight others are on duty than now. */
function withShifts(wanted: Wanted, roster: Roster | null, camera: Listened): Wanted {
  if (!wanted.onDuty || !roster) return wanted
  return { ...wanted, userIds: [...wanted.userIds, ...reachableAt(roster, camera).map(({ id }) => id)] }
}

function audienceAt(
  { tenantId, parentId, unitId, isDemo }: Listened,
  wanted: ReturnType<typeof wantedBy>,
  all: readonly Person[],
  isMailSent: boolean,
): Audience {
  const place = { tenantId, parentId, unitId }
  const reached = audienceOf(wanted, all, { cause: 'raised', severity: 'critical', place }, isMailSent || isDemo)
  const people = new Map(reached.flatMap(({ person }) => (person ? [[person.id, person] as const] : [])))
  const addresses = reached.filter(({ person }) => person === null).length
  return { recipients: people.size + addresses, people: [...people.values()] }
}
