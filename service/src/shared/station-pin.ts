/** The PIN that a site asks for at its stations before an alarm is ended. Requirement REACH-25; domain.md "Users". */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { PIN_GOOD_MS } from '@mimamori/contract/identity/station-pin.ts'
import { PRESS_AHEAD_MS } from '@mimamori/contract/shared/alarm-state.ts'
import type { Context } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'

const PURPOSE = 'station-pins'

type Keys = Pick<Context['secrets'], 'derive' | 'derivePrevious'>
type Proven = { userId: string; sessionId: string }
export type Ending = { proof: string | undefined; pressedAt: string | undefined }

/** A proof that the person entered the PIN in this session. */
export function makePinProof(keys: Keys, by: Proven, now: Date): string {
  return `${now.getTime()}.${sign(keys.derive(PURPOSE), by, now.getTime())}`
}

/** Throws `pin-needed` unless the site asks for no PIN, or the press that ends an alarm has a proof from just before. */
export async function requirePin(
  { asPlatform, actor, secrets, now }: Pick<Context, 'asPlatform' | 'actor' | 'secrets' | 'now'>,
  { tenantId, userId }: { tenantId: string; userId: string },
  { proof, pressedAt }: Ending,
): Promise<void> {
  if (!(await asPlatform('whether stations ask for a PIN', (db) => isPinAsked(db, [tenantId])))) return
  const [provenAt = '', signature = ''] = (proof ?? '').split('.')
  const provenAtMs = Number(provenAt)
  const afterMs = (pressedAt ? Date.parse(pressedAt) : now.getTime()) - provenAtMs
  const keys = [secrets.derive(PURPOSE), secrets.derivePrevious(PURPOSE)]
  const by = { userId, sessionId: actor.sessionId }
  const isRight = keys.some((key) => key && isSame(sign(key, by, provenAtMs), signature))
  if (!isRight || afterMs > PIN_GOOD_MS || afterMs < -PRESS_AHEAD_MS) throw fail('pin-needed')
}

/** Whether one of these sites has its stations ask for a PIN. */
export async function isPinAsked(db: PlatformDb, tenantIds: readonly string[]): Promise<boolean> {
  const row = await db.first(sql<{ isAsked: boolean }>`
    select exists (select from tenant where id = any(${tenantIds}::uuid[]) and is_station_pin_asked) as "isAsked"`)
  return row!.isAsked
}

function sign(key: Buffer, { userId, sessionId }: Proven, atMs: number): string {
  return createHmac('sha256', key).update(`${userId}.${sessionId}.${atMs}`).digest('base64url')
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}
