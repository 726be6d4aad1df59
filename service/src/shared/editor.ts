/** Who edits, by name: rows keep the name after the user is gone. */
import type { Context } from '#platform/context.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

export type Edit = { now: Date; by: string | null }

export async function editOf({ db, actor, now, asPlatform }: Context): Promise<Edit> {
  // A person connected to a site belongs to another tenant.
  const by = actor.isImpersonating
    ? await asPlatform('name of who edits while connected', (all) => readUserName(all, actor.userId))
    : await readUserName(db, actor.userId)
  return { now, by }
}

async function readUserName(db: Statements, userId: string): Promise<string | null> {
  const row = await db.first(sql<{ name: string }>`
    select person_name(first_name, last_name) as name from app_user where id = ${userId}`)
  return row?.name ?? null
}
