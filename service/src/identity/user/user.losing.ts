/**
 * Finds rooms whose alerts would notify nobody after a change of users: applies the change, reads, and rolls back.
 * USER-04.
 */
import { LOSING_ROOMS_MAX, type userEndpoints } from '@mimamori/contract/identity/user.ts'
import type { Context, Handlers } from '#platform/context.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { appJoins } from '#shared/desired.ts'
import { isUnnotified } from '#shared/notified.ts'
import { bindUnits } from '#shared/person/user-rows.ts'
import { changeInReach, readReached } from './user.reach.ts'

type Room = { cameraId: string; name: string; location: string; unitId: string | null }
type Change = { role?: string; unitIds?: string[] } | undefined

export const losingRooms: Handlers<typeof userEndpoints>['user.losing'] = async (context, { body }) => {
  const ids = [...new Set(body.ids)].sort()
  const users = []
  for (const id of ids) users.push(await readReached(context, id))
  const found: Room[] = []
  for (const [tenantId, here] of Map.groupBy(users, (user) => user.tenantId)) {
    const userIds = here.map(({ id }) => id)
    found.push(...(await losingAt(context, { tenantId, userIds, change: body.change })))
  }
  const { unitIds } = context.actor
  const seen = found.filter(({ unitId }) => unitIds === null || (unitId !== null && unitIds.includes(unitId)))
  const rooms = seen.slice(0, LOSING_ROOMS_MAX).map(({ unitId: _, ...room }) => room)
  return { rooms, totalCount: found.length }
}

type At = { tenantId: string; userIds: readonly string[]; change: Change }

function losingAt(context: Context, { tenantId, userIds, change }: At): Promise<Room[]> {
  return changeInReach(context, tenantId, async (rows) => {
    const before = new Set((await unnotifiedRooms(rows, tenantId)).map(({ cameraId }) => cameraId))
    const after = await asIf(
      rows,
      () => apply(rows, { tenantId, userIds, change }, context.now),
      () => unnotifiedRooms(rows, tenantId),
    )
    return after.filter(({ cameraId }) => !before.has(cameraId))
  })
}

async function apply(rows: Statements, { tenantId, userIds, change }: At, now: Date): Promise<void> {
  if (change === undefined) {
    await rows.run(sql`update app_user set disabled_at = coalesce(disabled_at, ${now})
      where tenant_id = ${tenantId} and id = any(${userIds}::uuid[])`)
    return
  }
  const { role, unitIds } = change
  await rows.run(sql`update app_user set role = coalesce(${role ?? null}, role)
    where tenant_id = ${tenantId} and id = any(${userIds}::uuid[])`)
  if (unitIds) for (const userId of userIds) await bindUnits(rows, { tenantId, userId }, unitIds)
}

/** The result of `look` after `change`, which is rolled back. */
async function asIf<T>(rows: Statements, change: () => Promise<void>, look: () => Promise<T>): Promise<T> {
  class Found extends Error {
    readonly value: T
    constructor(value: T) {
      super('The change is undone on purpose.')
      this.value = value
    }
  }
  try {
    return await rows.savepoint<T>(async () => {
      await change()
      throw new Found(await look())
    })
  } catch (thrown) {
    if (thrown instanceof Found) return thrown.value
    throw thrown
  }
}

/** Unnotified rooms of the site, by name. */
function unnotifiedRooms(rows: Statements, tenantId: string): Promise<Room[]> {
  return rows.rows(sql<Room>`
    select c.id as "cameraId", c.name, c.location, c.unit_id as "unitId" from camera c
    where c.tenant_id = ${tenantId} and c.deregistered_at is null and exists (
      select from camera_app x ${appJoins} where x.tenant_id = c.tenant_id and x.camera_id = c.id and ${isUnnotified})
    order by c.sort_name, c.id`)
}
