/** The recipients of a round in which an unanswered alarm is repeated. Requirement NIGHT-04; domain.md "Nobody answers". */
import { groupOfRound } from '@mimamori/contract/alerting/channel.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { mayHear, type Person, type Place } from './notice.person.ts'

/** Somebody who answers alarms of the site, or an administrator of the organization above. */
export type Callable = Pick<Person, 'id' | 'tenantId' | 'role' | 'unitIds'>

const CALLED = ['ADMIN', 'USER', 'RESTRICTED_USER'] as const satisfies Role[]

/** Enabled people, those of the organization above last. */
export function readCallable(db: PlatformDb, { tenantId, parentId }: Omit<Place, 'unitId'>): Promise<Callable[]> {
  return db.rows(sql<Callable>`
    select u.id, u.tenant_id as "tenantId", u.role,
      to_jsonb(array(select x.unit_id from user_unit x where x.tenant_id = u.tenant_id and x.user_id = u.id)) as "unitIds"
    from app_user u
    where u.disabled_at is null and (u.tenant_id = ${tenantId} and u.role = any(${CALLED}::text[])
      or u.tenant_id = ${parentId} and u.role = 'ORG_ADMIN')
    order by u.tenant_id <> ${tenantId}, u.id`)
}

/**
 * Ids of the people whom a round calls, except those on duty, whom the roster decides. Everybody of the unit: people
 * bound to it, else those bound to no unit. Without an administrator of the site: those of the organization above.
 */
export function calledIn(round: number, place: Place, people: readonly Callable[]): string[] {
  const theirs = people.filter((person) => mayHear(person, place))
  const ofSite = theirs.filter(({ tenantId }) => tenantId === place.tenantId)
  const pick = (): Callable[] => {
    switch (groupOfRound(round)) {
      case 'duty':
        return []
      case 'unit': {
        const bound = ofSite.filter(({ unitIds }) => unitIds.length > 0)
        return bound.length > 0 ? bound : ofSite
      }
      case 'administrators': {
        const own = ofSite.filter(({ role }) => role === 'ADMIN')
        return own.length > 0 ? own : theirs.filter(({ role }) => role === 'ORG_ADMIN')
      }
    }
  }
  return pick().map(({ id }) => id)
}

type Repeated = { tenantId: string; alertId: string; round: number; recipients: readonly string[] }

/** Adds the rounds to the timelines. */
export async function addRoundSteps(db: PlatformDb, steps: readonly Repeated[], now: Date): Promise<void> {
  if (steps.length === 0) return
  await db.run(sql`
    insert into alert_step (tenant_id, alert_id, at, kind, round, recipients)
    select r."tenantId", r."alertId", ${now}, 'repeated', r.round, r.recipients
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
      as r ("tenantId" uuid, "alertId" uuid, round integer, recipients text[])`)
}

/** `isUnheard`: the step had no recipient. False: its recipients knew of the room, and nothing was sent. */
type SilentStep = { tenantId: string; alertId: string; isUnheard: boolean }

/** A step of these alarms sent nothing: they are decided on at once. */
export async function decideAnew(db: PlatformDb, steps: readonly SilentStep[], now: Date): Promise<void> {
  if (steps.length === 0) return
  await db.run(sql`
    update alarm_chain x set is_unheard = x.is_unheard or r."isUnheard", due_at = least(x.due_at, ${now})
    from (
      select s."tenantId", s."alertId", bool_or(s."isUnheard") as "isUnheard"
      from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s ("tenantId" uuid, "alertId" uuid, "isUnheard" boolean)
      group by 1, 2) r
    where x.tenant_id = r."tenantId" and x.alert_id = r."alertId"`)
}
