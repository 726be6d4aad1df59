/** The person behind a press: the signed-in user, or at a SHARED station the one picked there. Requirement ALARM-02. */
import { ANSWERERS, type PressSource } from '@mimamori/contract/shared/alarm-state.ts'
import type { Context } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { type Ending, requirePin } from './station-pin.ts'

export type Answerer = { userId: string; userName: string }
type AnswererRow = Answerer & { tenantId: string; hasPin: boolean }

/** The person who answers: the user, or at a station the one chosen there. `ending`: the press ends an alarm. */
export async function answererOf(
  context: Pick<Context, 'actor' | 'asPlatform' | 'secrets' | 'now'>,
  tenantId: string,
  { byUserId, source, ending }: { byUserId?: string | undefined; source: PressSource; ending?: Ending },
): Promise<{ by: Answerer; source: PressSource }> {
  const { actor, asPlatform } = context
  const caller = await asPlatform('who answers', (db) => readCaller(db, actor))
  if (!caller.isShared) {
    if (byUserId !== undefined) throw fail('invalid-request', { byUserId: 'invalid' })
    return { by: { userId: actor.userId, userName: caller.userName }, source }
  }
  if (byUserId === undefined) throw fail('person-needed')
  const people = await asPlatform('people that may answer', (db) => readAnswerers(db, [tenantId]))
  const person = people.find(({ userId }) => userId === byUserId)
  if (!person) throw fail('invalid-request', { byUserId: 'invalid' })
  const { userId, userName } = person
  if (ending) await requirePin(context, { tenantId, userId }, ending)
  return { by: { userId, userName }, source: source === 'console' ? 'station' : source }
}

/** People of these sites, by name: no stations, no disabled users. */
export function readAnswerers(db: PlatformDb, tenantIds: readonly string[]): Promise<AnswererRow[]> {
  return db.rows(sql<AnswererRow>`
    select u.id as "userId", coalesce(nullif(person_name(u.first_name, u.last_name), ''), u.email) as "userName",
      u.tenant_id as "tenantId", u.pin_hash is not null as "hasPin"
    from app_user u
    where u.tenant_id = any(${tenantIds}::uuid[]) and u.type <> 'SHARED' and u.disabled_at is null
      and u.role = any(${ANSWERERS}::text[]) and u.role <> 'SUPER_ADMIN'
    order by u.sort_name, u.id`)
}

/** The name of the signed-in user, and whether it is a station. */
export async function readCaller(db: PlatformDb, of: { userId: string; homeTenantId: string }) {
  const row = await db.first(sql<{ userName: string; isShared: boolean }>`
    select coalesce(nullif(person_name(first_name, last_name), ''), email) as "userName",
      type = 'SHARED' as "isShared"
    from app_user where tenant_id = ${of.homeTenantId} and id = ${of.userId}`)
  return row!
}
