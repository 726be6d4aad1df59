/** The first start of an empty installation: a one-time code, which creates the first SUPER_ADMIN. */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { firstRunDraft } from '@mimamori/contract/identity/session.ts'
import type { z } from 'zod'
import { writeAudit } from '#platform/auth/audit.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'

const KEY = 'first-run-code'
/** Excludes characters that look alike. 12 of these are 59 bits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 12

/** Whether there is no user yet. */
export async function isFirstRunOpen(db: PlatformDb): Promise<boolean> {
  return (await db.first(sql`select from app_user limit 1`)) === undefined
}

/** Creates a new code for the start log while there is no user; null if there is one. */
export function issueFirstRunCode(database: Database): Promise<string | null> {
  return database.asPlatform('first run', async (db) => {
    if (!(await isFirstRunOpen(db))) return null
    const code = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
    await db.run(sql`insert into installation (key, value) values (${KEY}, ${{ hash: hashOf(code) }})
      on conflict (key) do update set value = excluded.value, updated_at = now()`)
    return code
  })
}

function hashOf(code: string): string {
  return createHash('sha256').update(code.toUpperCase().replaceAll(/[\s-]/g, '')).digest('hex')
}

type Draft = Omit<z.output<typeof firstRunDraft>, 'userPassword'> & { passwordHash: string }

/** Creates the user and uses up the code. Throws if the code is wrong or used. */
export async function createFirstUser(db: PlatformDb, draft: Draft, now: Date) {
  const stored = await db.first(sql<{ hash: string }>`
    select value->>'hash' as hash from installation where key = ${KEY} for update`)
  const isRight = stored && timingSafeEqual(Buffer.from(stored.hash), Buffer.from(hashOf(draft.code)))
  if (!isRight || !(await isFirstRunOpen(db))) throw fail('invalid-request', { code: 'first-run.code-wrong' })
  const tenantId = OPERATOR_TENANT_ID
  const user = await db.first(sql<{ id: string }>`
    insert into app_user (tenant_id, email, user_name, first_name, last_name, role, locale, timezone, password_hash,
      created_at, updated_at)
    values (${tenantId}, ${draft.email}, ${draft.email}, ${draft.firstName}, ${draft.lastName}, 'SUPER_ADMIN',
      ${draft.locale}, ${draft.timezone}, ${draft.passwordHash}, ${now}, ${now})
    returning id`)
  await db.run(sql`delete from installation where key = ${KEY}`)
  const source = {
    tenantId,
    at: now,
    actorUserId: user!.id,
    actorTenantId: null,
    hubId: null,
    sessionId: null,
    ip: null,
  }
  await writeAudit(db, source, { action: 'installation.first-run', objectType: 'user', objectId: user!.id })
  return { tenantId, userId: user!.id, type: 'REGULAR' as const }
}
