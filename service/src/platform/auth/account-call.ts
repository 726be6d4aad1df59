/** A call with the token of a service account: its rights, its rate, and the audit of it. Requirement REACH-50. */
import { hash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { Endpoint } from '@mimamori/contract/shared/endpoint.ts'
import type { Scope } from '@mimamori/contract/shared/roles.ts'
import { ACCOUNT_ROLE } from '@mimamori/contract/shared/roles.ts'
import type { Platform } from '../platform.ts'
import type { PlatformDb } from '../postgres/database.ts'
import { sql } from '../postgres/sql.ts'
import { fail } from '../service-error.ts'
import { type AuditEntry, LOOK_MS, writeAudit } from './audit.ts'
import type { Actor } from './session.ts'

const PREFIX = 'mma_'
const SECRET_BYTES = 32
const SHOWN = 4

/** A new token with what is stored of it. */
export function createAccountToken() {
  const token = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`
  return { token, tokenHash: hashOf(token), tokenLastFour: token.slice(-SHOWN) }
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

/** From `X-AuthToken`, or from `Authorization: Bearer`, which most programs send; null: the token of a person, or none. */
export function accountTokenOf(headers: IncomingHttpHeaders): string | null {
  const bearer = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const sent = [headers['x-authtoken'], bearer].find((token) => typeof token === 'string' && token.startsWith(PREFIX))
  return typeof sent === 'string' ? sent : null
}

type Call = {
  key: string
  entry: Pick<Endpoint, 'scope'>
  token: string
  ip: string
  /** Whether the caller's address lies in one of the ranges. */
  isWithin: (ranges: readonly string[]) => boolean
}
type AccountRow = Omit<Actor, 'role' | 'tenantIds'> & {
  accountId: string
  tenantIds: string[]
  scopes: Scope[]
  expiresAt: string
  revokedAt: string | null
}

/** Throws `token-refused`, `address-not-allowed`, `scope-needed` or `too-many-requests`. */
export async function admitAccount(
  { database, clock, rateLimit }: Platform,
  { key, entry, token, ip, isWithin }: Call,
) {
  const now = clock.now()
  const known = await database.asPlatform('service account', async (db) => {
    const row = await readAccount(db, token)
    const isValid = row !== undefined && row.revokedAt === null && Date.parse(row.expiresAt) > now.getTime()
    if (!isValid) return null
    rateLimit.take('account', row.accountId)
    const { scopes, expiresAt: _end, revokedAt: _revoked, ...account } = row
    const actor: Actor = { ...account, role: ACCOUNT_ROLE }
    const isOpen = entry.scope !== undefined && scopes.includes(entry.scope)
    const isHere = isWithin(actor.allowedRanges)
    await noteUse(db, actor, { now, ip })
    await auditCall(db, actor, { key, isDone: isOpen && isHere, now, ip })
    return { actor, isOpen, isHere }
  })
  if (!known) throw fail('token-refused')
  if (!known.isHere) throw fail('address-not-allowed')
  if (!known.isOpen) throw fail('scope-needed')
  return { actor: known.actor, tokenId: '' }
}

function readAccount(db: PlatformDb, token: string): Promise<AccountRow | undefined> {
  return db.first(sql<AccountRow>`
    select a.id as "accountId", a.id as "userId", '' as "sessionId", t.id as "tenantId", t.id as "homeTenantId",
      false as "isImpersonating", null as "originSessionId", to_jsonb(a.unit_ids) as "unitIds",
      array(select t.id union all select s.id from tenant s where s.parent_id = t.id and s.disabled_at is null
        and (a.site_ids is null or s.id = any(a.site_ids))) as "tenantIds",
      t.packages, t.is_recording_enabled as "isRecordingEnabled", t.is_live_streaming_enabled as "isLiveStreamingEnabled",
      t.streaming_restriction_minutes as "streamingRestrictionMinutes", t.timezone as "tenantTimezone",
      t.allowed_ranges as "allowedRanges", null as "factorLimit", null as "provenAt",
      to_jsonb(a.scopes) as scopes, a.expires_at as "expiresAt", a.revoked_at as "revokedAt"
    from service_account a join tenant t on t.id = a.tenant_id
    where a.token_hash = ${hashOf(token)} and t.disabled_at is null`)
}

type Use = { now: Date; ip: string }

/** To the minute, so that a program that polls does not write a row at each call. */
async function noteUse(db: PlatformDb, { tenantId, userId }: Actor, { now, ip }: Use): Promise<void> {
  const before = new Date(now.getTime() - MINUTE_MS)
  await db.run(sql`update service_account set last_used_at = ${now}, last_ip = ${ip}
    where tenant_id = ${tenantId} and id = ${userId}
      and (last_used_at is null or last_used_at <= ${before} or last_ip is distinct from ${ip}::inet)`)
}

/**
 * A reading or refused call is one row in half an hour: a program that polls would hide everything else. What a handler
 * changes has a row each, in its own transaction.
 */
async function auditCall(db: PlatformDb, actor: Actor, call: Use & { key: string; isDone: boolean }): Promise<void> {
  const entry = {
    action: 'service-account.call',
    objectType: 'service_account',
    objectId: actor.userId,
    outcome: call.isDone ? ('done' as const) : ('refused' as const),
    details: { call: call.key },
  }
  if (await isCallNoted(db, actor, entry, call.now)) return
  const { tenantId } = actor
  const source = { tenantId, at: call.now, ip: call.ip, accountId: actor.userId }
  await writeAudit(db, { ...source, actorUserId: null, actorTenantId: null, hubId: null, sessionId: null }, entry)
}

async function isCallNoted(db: PlatformDb, { tenantId }: Actor, entry: AuditEntry, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - LOOK_MS)
  const row = await db.first(sql`
    select from audit where tenant_id = ${tenantId} and object_type = ${entry.objectType} and object_id = ${entry.objectId}
      and at > ${since} and action = ${entry.action} and outcome = ${entry.outcome} and details = ${entry.details}::jsonb limit 1`)
  return row !== undefined
}
