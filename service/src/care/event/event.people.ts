/** Who does check-ins: names to choose from, and the person behind a shared sign-in. domain.md "SHARED users". */

import type { UserType } from '@mimamori/contract/shared/roles.ts'
import type { Context } from '#platform/context.ts'
import type { PageNumber } from '#platform/postgres/nearer-end.ts'
import { sql } from '#platform/postgres/sql.ts'
import { contains, inNameOrder } from '#platform/postgres/text-search.ts'
import { fail, found } from '#platform/service-error.ts'
import { pageNumberOf } from '#shared/list-page.ts'
import { inTenants, inUnits, residentScope } from '#shared/resident-scope.ts'
import { findViewer, isViewer, VIEWER_NAME } from '#shared/viewer.ts'
import type { Viewer } from './event.changes.ts'

type Asked = { text?: string; ids?: readonly string[]; cameraId?: string }
type Named = { id: string; name: string }

/** One page of names; empty for a room out of reach. */
export async function searchPeople(context: Context, asked: Asked, { pageNumber, pageSize }: PageNumber) {
  const { actor, db, asPlatform } = context
  const currentPage = pageNumberOf({ pageNumber, pageSize })
  const scope = residentScope(actor)
  if (!scope) return { records: [], totalCount: 0, currentPage }
  const room =
    asked.cameraId === undefined
      ? null
      : found(
          await db.first(sql<{ tenantId: string; unitId: string | null }>`
            select c.tenant_id as "tenantId", c.unit_id as "unitId" from camera c
            where ${inTenants(sql`c.tenant_id`, scope)} and c.id = ${asked.cameraId} and ${inUnits(sql`c.unit_id`, scope)}`),
        )
  const isAsked = sql`${isViewer(room ? [room.tenantId] : scope.tenantIds, room)}
    and ${contains([VIEWER_NAME], asked.text)}
    and ${asked.ids ? sql`p.id = any(${asked.ids}::uuid[])` : sql`true`}`
  return asPlatform('names of those who look in', async (rows) => {
    const count = await rows.first(
      sql<{ count: number }>`select count(*)::int as count from app_user p where ${isAsked}`,
    )
    const records = await rows.rows(sql<Named>`
      select p.id, ${VIEWER_NAME} as name from app_user p where ${isAsked}
      order by ${inNameOrder(VIEWER_NAME)}, p.id limit ${pageSize} offset ${pageNumber * pageSize}`)
    return { records, totalCount: count!.count, currentPage }
  })
}

type Self = { name: string; type: UserType }

/**
 * Who does the check-in: the user, or at a shared sign-in the named person. A user with their own sign-in cannot name
 * anybody else.
 */
export function viewerOf(
  { actor, asPlatform }: Context,
  room: { tenantId: string; unitId: string | null },
  personId: string | undefined,
): Promise<Viewer> {
  return asPlatform('who looks in', async (rows) => {
    const self = (await rows.first(sql<Self>`
      select ${VIEWER_NAME} as name, p.type from app_user p
      where p.tenant_id = ${actor.homeTenantId} and p.id = ${actor.userId}`))!
    if (self.type === 'REGULAR') {
      if (personId !== undefined && personId !== actor.userId) {
        throw fail('invalid-request', { personId: 'event.person-own' })
      }
      return { userId: actor.userId, personId: actor.userId, personName: self.name, stationName: null }
    }
    if (personId === undefined) throw fail('invalid-request', { personId: 'event.person-required' })
    const person = await findViewer(rows, room, personId)
    if (!person) throw fail('invalid-request', { personId: 'event.person-unknown' })
    return { userId: actor.userId, personId: person.id, personName: person.name, stationName: self.name }
  })
}
