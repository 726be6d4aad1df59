/** E-mail to the operator's administrators while backups are missing or fail: at once, and then daily. OPS-02. */
import type { BackupState } from '@mimamori/contract/site/installation.ts'
import type { Mail } from '#platform/messaging/mail.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { administrators } from '#shared/administrators.ts'
import type { BackupSignError } from './installation.state.ts'

const KEY = 'backup-notice'
const AGAIN_MS = 24 * 3_600_000

type Notified = { errors: BackupSignError[]; at: string }

/** Sends the new ones of `errors`, or all of them after a day. Returns whether anything was sent. */
export async function notifyOperators(
  db: PlatformDb,
  mail: Pick<Mail, 'send'>,
  { errors, state, now }: { errors: BackupSignError[]; state: BackupState; now: Date },
): Promise<boolean> {
  const row = await db.first(sql<{ value: unknown }>`select value from installation where key = ${KEY} for update`)
  const before = (row?.value ?? null) as Notified | null
  if (errors.length === 0) {
    if (before) await db.run(sql`delete from installation where key = ${KEY}`)
    return false
  }
  const isAgain = before !== null && now.getTime() - Date.parse(before.at) >= AGAIN_MS
  const fresh = errors.filter((error) => isAgain || !before?.errors.includes(error))
  const at = fresh.length > 0 ? now.toISOString() : before!.at
  const value: Notified = { errors, at }
  await db.run(sql`
    insert into installation (key, value) values (${KEY}, ${value})
    on conflict (key) do update set value = excluded.value, updated_at = now()`)
  for (const reader of fresh.length > 0 ? await administrators(db, OPERATOR_TENANT_ID, 'SUPER_ADMIN') : []) {
    for (const error of fresh) {
      const failed = errorOf(error, state)
      const since = failed?.at ?? state.last?.startedAt ?? null
      await mail.send(db, {
        ...{ template: 'backup-error', tenantId: OPERATOR_TENANT_ID, sign: error, error: failed?.error ?? null },
        ...{ ...reader, at: since === null ? null : new Date(since) },
      })
    }
  }
  return fresh.length > 0
}

function errorOf(sign: BackupSignError, { error, drillError }: BackupState): BackupState['error'] {
  if (sign === 'backup-failed') return error
  return sign === 'restore-drill-failed' ? drillError : null
}
