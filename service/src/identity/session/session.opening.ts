/** Opens a session for an authenticated user. Requirements AUTH-04, AUTH-08. */
import type { SessionUser } from '@mimamori/contract/identity/session.ts'
import { writeAudit } from '#platform/auth/audit.ts'
import { TOKEN_SECONDS } from '#platform/auth/token.ts'
import type { PublicContext } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { markDevice, newDeviceId } from './known-device.ts'
import { raiseBreakGlass, requireLocalWay } from './oidc/oidc.forced.ts'
import { type Account, insertSession, readSessionUser } from './session.queries.ts'
import { IDLE_SECONDS } from './session.rules.ts'

export type Opening = {
  /** The client's name for itself; the console sends `web`. */
  device: string
  /** The device, if it is known; a new one receives a mark. */
  deviceId?: string
  /** Further statements for the same transaction. */
  alongside?: (db: PlatformDb) => Promise<void>
  /** Omitted: the person signs in here, with a password or a passkey. */
  provider?: ProviderOpening
}
/** A sign-in that the provider of the person's organization vouches for. REACH-41. */
export type ProviderOpening = {
  isFactorGiven: boolean
  /** When the person proved there who they are. */
  provenAt: Date
  /** Before and after the session is there, in its transaction. */
  begin(db: PlatformDb): Promise<void>
  store(db: PlatformDb, sessionId: string): Promise<void>
  afterCommit(): void
}

/** Opens a session, audits it, and returns the user with a token and the mark of the device. */
export async function openSession(
  context: PublicContext,
  account: Pick<Account, 'tenantId' | 'userId' | 'type'>,
  { device, deviceId = newDeviceId(), alongside, provider }: Opening,
): Promise<SessionUser> {
  const { database, tokens, secrets, now, ip, userAgent } = context
  const { tenantId, userId } = account
  const forcing = provider ? [] : await requireLocalWay(context, account)
  const absoluteUntil = new Date(now.getTime() + TOKEN_SECONDS * 1000)
  const idleLimitSeconds = IDLE_SECONDS[account.type]
  const { session, user } = await database.asPlatform('sign in', async (db) => {
    await provider?.begin(db)
    await alongside?.(db)
    const isFactorGiven = provider?.isFactorGiven ?? false
    const provenAt = provider?.provenAt ?? now
    const draft = { tenantId, userId, device, ip, userAgent, idleLimitSeconds, absoluteUntil, isFactorGiven, provenAt }
    const session = await insertSession(db, draft, now)
    await writeAudit(db, auditSource({ ...account }, session.id, ip, now), {
      action: 'session.login',
      objectType: 'session',
      objectId: session.id,
      ...(provider && { details: { by: 'provider' } }),
    })
    await provider?.store(db, session.id)
    await raiseBreakGlass(db, context, userId, forcing)
    return { session, user: await readSessionUser(db, session.id) }
  })
  provider?.afterCommit()
  const signed = await tokens.signUser({ userId, sessionId: session.id, jti: session.jti }, now)
  const deviceMark = markDevice(secrets, { userId, deviceId }, now)
  return { ...user, token: signed.token, tokenExpiresAt: signed.expiresAt.toISOString(), deviceMark }
}

/** The actor, for audit rows that are written before or while there is a session. */
export function auditSource(
  account: { tenantId: string; userId: string | null },
  sessionId: string | null,
  ip: string,
  at: Date,
) {
  const { tenantId, userId } = account
  return { tenantId, at, actorUserId: userId, actorTenantId: null, hubId: null, sessionId, ip }
}
