/** The account of a person whom a provider knows: added, linked, and placed by the groups. REACH-41, REACH-42. */
import { LOCALES } from '@mimamori/contract/languages/locales.ts'
import type { ErrorKey } from '@mimamori/contract/shared/errors.ts'
import { writeAudit } from '#platform/auth/audit.ts'
import type { SessionEnd } from '#platform/auth/session.ts'
import type { PublicContext } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { emailIn, nameIn, type OidcPlace, placeFor } from '#shared/oidc/oidc-claims.ts'
import { livingRules, type StoredProvider } from '#shared/oidc/oidc-provider.ts'
import { changingViewers } from '#shared/person/changing-viewers.ts'
import { bindUnits, insertUser, openSessionsOf } from '#shared/person/user-rows.ts'
import * as queries from './oidc.queries.ts'

/** What placing a person needs; the effects run after the commit. */
export type Placing = Pick<PublicContext, 'now' | 'bus' | 'sessions'> & { afterCommit(effect: () => void): void }
/** `ip` null: a check that nobody called. */
type By = Placing & { ip: string | null }

export async function placeOfAnswer(
  db: PlatformDb,
  provider: StoredProvider,
  { claims }: queries.OidcAnswer,
): Promise<OidcPlace | null> {
  return placeFor(provider.tenantId, await livingRules(db, provider), provider.groupsClaim, claims)
}

/** The account of this subject, which is added at the first sign-in; otherwise the error. */
export async function findOrAdd(
  db: PlatformDb,
  by: By,
  { organizationId, locale, facts }: queries.OidcSignIn,
  place: OidcPlace,
): Promise<{ userId: string } | { error: ErrorKey }> {
  const { claims, subject } = facts.answer!
  const known = await queries.findIdentity(db, { organizationId, issuer: facts.issuer, subject })
  if (known) return { userId: known }
  const email = emailIn(claims)
  if (email === null) return { error: 'oidc-no-email' }
  if (await queries.isAddressTaken(db, email)) return { error: 'oidc-email-taken' }
  const { role, tenantId, unitIds } = place
  const draft = {
    ...{
      tenantId,
      email,
      userName: email,
      ...nameIn(claims, email),
      kana: '',
      mobileNo: '',
      role,
      type: 'REGULAR' as const,
    },
    ...{ locale, timezone: await queries.readZone(db, tenantId), dateFormat: LOCALES[locale].dateFormat },
    ...{ passwordHash: null, awayUntil: null, unitIds, shiftIds: [] },
  }
  const userId = await changingViewers(by, db, { tenantId, roles: [role] }, async () => {
    const id = await insertUser(db, draft, by.now)
    await bindUnits(db, { tenantId, userId: id }, unitIds)
    return id
  })
  await queries.linkIdentity(db, { tenantId, userId }, { organizationId, issuer: facts.issuer, subject }, by.now)
  const name = `${draft.firstName} ${draft.lastName}`.trim()
  await note(db, by, { tenantId, userId }, 'user.create', { name, email, role, by: 'provider' })
  return { userId }
}

/** Gives the person what the groups say now. False: they belong to another site, and nothing changed. */
export async function applyPlace(
  db: PlatformDb,
  by: By,
  { tenantId, userId, name, role: roleBefore, unitIds }: queries.Placed,
  place: OidcPlace,
): Promise<boolean> {
  if (place.tenantId !== tenantId) return false
  const { role } = place
  if (role === roleBefore && isSame(unitIds, place.unitIds)) return true
  await changingViewers(by, db, { tenantId, roles: [roleBefore, role] }, async () => {
    await queries.changeRole(db, { tenantId, userId }, role, by.now)
    await bindUnits(db, { tenantId, userId }, place.unitIds)
  })
  await note(db, by, { tenantId, userId }, 'user.patch', {
    name,
    changed: ['role', 'unitIds'],
    roleBefore,
    role,
    by: 'provider',
  })
  const open: SessionEnd[] = await openSessionsOf(db, { tenantId, userId })
  by.afterCommit(() => by.sessions.changed(...open))
  return true
}

const isSame = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join()

function note(
  db: PlatformDb,
  { now: at, ip }: By,
  { tenantId, userId }: { tenantId: string; userId: string },
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  const source = { tenantId, at, actorUserId: null, actorTenantId: null, hubId: null, sessionId: null, ip }
  return writeAudit(db, source, { action, objectType: 'user', objectId: userId, details })
}
