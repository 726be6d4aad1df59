/**
 * The second factor of a user: TOTP codes (RFC 6238; SHA-1, six digits, 30 s, as every authenticator app reads it) and recovery
 * codes, and their rows. REACH-20.
 */
import { createHash, randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@mimamori/contract/identity/second-factor.ts'
import { Secret, TOTP } from 'otpauth'
import { factorDue } from '#platform/auth/factor-due.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Secrets } from '#platform/secrets.ts'

/** A clock may be off by up to one step. RFC 6238, section 5.2. */
const STEPS_OFF = 1
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20
/** Without characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Ten characters out of 31: 49 bits. */
const RECOVERY_LENGTH = 10

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Mimamori', label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })

/** A new secret in base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The secret as `otpauth:` URI, which apps scan. `label`: the account as the app lists it. */
export const addressOf = (secret: string, label: string): string => totpOf(secret, label).toString()

/** The time step of the code, around `now`; null: it is not a code of the secret. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const digits = code.replaceAll(' ', '')
  if (!/^\d{6}$/.test(digits)) return null
  const totp = totpOf(secret)
  const off = totp.validate({ token: digits, timestamp: now.getTime(), window: STEPS_OFF })
  return off === null ? null : totp.counter({ timestamp: now.getTime() }) + off
}

/** New recovery codes, `abcde-fghij`. */
export function newRecoveryCodes(): string[] {
  const next = () => Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: RECOVERY_CODES }, () => next().replace(/^.{5}/, '$&-'))
}

/** SHA-256 of a recovery code in hexadecimal, in whatever case and with whatever marks it was typed. */
export function recoveryHash(code: string): string {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return createHash('sha256').update(plain).digest('hex')
}

type Owner = { tenantId: string; userId: string }
type Factor = { secret: string; onSince: string | null; recoveryLeft: number }

const placeOf = ({ tenantId, userId }: Owner) => `second_factor|secret|${tenantId}|${userId}`
const isOf = ({ tenantId, userId }: Owner) => sql`tenant_id = ${tenantId} and user_id = ${userId}`

/** The user's second factor, also one that was not confirmed. */
export async function readFactor(
  db: PlatformDb,
  secrets: Pick<Secrets, 'open'>,
  owner: Owner,
): Promise<Factor | undefined> {
  const row = await db.first(sql<Factor>`
    select secret, confirmed_at as "onSince", cardinality(recovery_hashes) as "recoveryLeft" from second_factor
    where ${isOf(owner)}`)
  return row && { ...row, secret: secrets.open(row.secret, placeOf(owner)) }
}

/** Until when the user has to set one up or add a passkey; null: it is there, or nobody requires it. REACH-22. */
export async function readDue(db: PlatformDb, { tenantId, userId }: Owner): Promise<string | null> {
  const row = await db.first(sql<{ dueAt: string | null }>`
    select ${factorDue} as "dueAt" from app_user u join tenant h on h.id = u.tenant_id
    where u.tenant_id = ${tenantId} and u.id = ${userId}`)
  return row?.dueAt ?? null
}

/** Stores a secret that is to be confirmed; false: a confirmed one is there. */
export async function saveSecret(
  db: PlatformDb,
  secrets: Pick<Secrets, 'seal'>,
  owner: Owner,
  secret: string,
  now: Date,
): Promise<boolean> {
  const saved = await db.run(sql`
    insert into second_factor (tenant_id, user_id, secret, created_at)
    values (${owner.tenantId}, ${owner.userId}, ${secrets.seal(secret, placeOf(owner))}, ${now})
    on conflict (tenant_id, user_id) do update set secret = excluded.secret, created_at = excluded.created_at, used_step = 0
      where second_factor.confirmed_at is null`)
  return saved === 1
}

/** From now on the sign-in asks for a code. False: it does already. */
export async function confirmFactor(db: PlatformDb, owner: Owner, codes: string[], now: Date): Promise<boolean> {
  const confirmed = await db.run(sql`
    update second_factor set confirmed_at = ${now}, recovery_hashes = ${codes.map(recoveryHash)}::text[]
    where ${isOf(owner)} and confirmed_at is null`)
  return confirmed === 1
}

/** Replaces the recovery codes; the earlier ones are no longer valid. */
export async function saveRecovery(db: PlatformDb, owner: Owner, codes: string[]): Promise<void> {
  await db.run(sql`update second_factor set recovery_hashes = ${codes.map(recoveryHash)}::text[] where ${isOf(owner)}`)
}

/** True if there was a confirmed one. */
export async function removeFactor(db: PlatformDb, owner: Owner): Promise<boolean> {
  const row = await db.first(sql<{ wasOn: boolean }>`
    delete from second_factor where ${isOf(owner)} returning confirmed_at is not null as "wasOn"`)
  return row?.wasOn ?? false
}

/** Whether the code is one of the app or of the recovery codes, and uses it up: of two equal tries at once one counts. */
export async function takeCode(
  db: PlatformDb,
  secrets: Pick<Secrets, 'open'>,
  owner: Owner,
  code: string,
  now: Date,
): Promise<boolean> {
  const factor = await readFactor(db, secrets, owner)
  if (!factor) return false
  const step = stepOf(factor.secret, code, now)
  const hash = recoveryHash(code)
  const taken =
    step === null
      ? await db.run(sql`
          update second_factor set recovery_hashes = array_remove(recovery_hashes, ${hash})
          where ${isOf(owner)} and ${hash} = any(recovery_hashes)`)
      : await db.run(sql`update second_factor set used_step = ${step} where ${isOf(owner)} and used_step < ${step}`)
  return taken === 1
}
