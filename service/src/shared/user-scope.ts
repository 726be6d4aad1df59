/** Which users an administrator manages: one bound to units manages the people of these units. domain.md, "Who may do what". */

import type { Scope } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'

type Manager = Pick<Scope, 'userId' | 'unitIds'>

/** Whether the row of `app_user` with this alias is the manager, or is bound to units of the manager alone. */
export function isManagedBy(alias: string, { userId, unitIds }: Manager): Sql<boolean> {
  if (unitIds === null) return sql`true`
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  const bound = sql`from user_unit m where m.tenant_id = ${of('tenant_id')} and m.user_id = ${of('id')}`
  return sql`(${of('id')} = ${userId} or (exists (select ${bound})
    and not exists (select ${bound} and m.unit_id <> all(${unitIds}::uuid[]))))`
}

/**
 * Whether the row of `app_user` with this alias may be notified about the manager's units: the user is bound to none,
 * or to one of them.
 */
export function mayHearOf(alias: string, { unitIds }: Pick<Manager, 'unitIds'>): Sql<boolean> {
  if (unitIds === null) return sql`true`
  const bound = sql`from user_unit m
    where m.tenant_id = ${sql.ref(`${alias}.tenant_id`)} and m.user_id = ${sql.ref(`${alias}.id`)}`
  return sql`(not exists (select ${bound}) or exists (select ${bound} and m.unit_id = any(${unitIds}::uuid[])))`
}
