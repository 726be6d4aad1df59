/** Tries of signing in: counted by account, device and network, and in the audit when they were refused. AUTH-16. */
import { writeAudit } from '#platform/auth/audit.ts'
import { deviceSubject, networkSubject } from '#platform/auth/login-subject.ts'
import type { PublicContext } from '#platform/context.ts'
import { networkOf } from '#platform/http/address.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { ServiceError } from '#platform/service-error.ts'
import type { KnownDevice } from './known-device.ts'
import { auditSource } from './session.opening.ts'
import { lockCounter, saveCounter } from './session.queries.ts'
import { ACCOUNT_LIMIT, admitTry, type Counters, NETWORK_LIMIT } from './session.rules.ts'

/** A known device counts its own tries: neither others who try the name nor its network slow it down. */
export function countersOf(subject: string, ip: string, known: KnownDevice | null): Counters {
  if (known) return [[deviceSubject(known.userId, known.deviceId), ACCOUNT_LIMIT]]
  return [
    [networkSubject(networkOf(ip)), NETWORK_LIMIT],
    [subject, ACCOUNT_LIMIT],
  ]
}

/** Counts a try before it is verified; throws while the next one has to wait. */
export async function countTry(db: PlatformDb, counters: Counters, now: Date): Promise<void> {
  for (const [subject, limit] of counters) {
    const { counter, waitSeconds } = admitTry(await lockCounter(db, subject, now), limit, now)
    if (waitSeconds !== null) throw new ServiceError('too-many-sign-ins', { retryAfterSeconds: waitSeconds })
    await saveCounter(db, subject, counter)
  }
}

/** An unknown name: its tries are visible to the operator, and take as long to store. AUTH-05. */
export const NOBODY = { tenantId: OPERATOR_TENANT_ID, userId: null }
type Refused = { tenantId: string; userId: string | null }

/** In the audit of the account's own tenant. */
export async function auditRefused(
  { database, now, ip }: PublicContext,
  account: Refused,
  reason?: string,
): Promise<void> {
  await database.asPlatform('audit a refused sign-in', (db) =>
    writeAudit(db, auditSource(account, null, ip, now), {
      action: 'session.login',
      objectType: 'user',
      objectId: account.userId,
      outcome: 'refused',
      reason,
    }),
  )
}
