/**
 * Marks of devices on which somebody signed in before: failed tries of others do not slow them down. Requirement
 * AUTH-16.
 */

import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import type { Secrets } from '#platform/secrets.ts'

/** Days for which a device is remembered. */
const GOOD_DAYS = 90
const PURPOSE = 'known-devices'

export type KnownDevice = { userId: string; deviceId: string }

/** A mark that this browser stores. It signs nobody in: its tries are only counted separately. */
export function markDevice(secrets: Pick<Secrets, 'derive'>, { userId, deviceId }: KnownDevice, now: Date): string {
  const text = `${userId}.${deviceId}.${Math.floor((now.getTime() + GOOD_DAYS * DAY_MS) / 1000)}`
  return `${text}.${sign(secrets.derive(PURPOSE), text)}`
}

/** The user and device of the mark; null if it is forged, expired or missing. */
export function readMark(
  secrets: Pick<Secrets, 'derive' | 'derivePrevious'>,
  mark: string | undefined,
  now: Date,
): KnownDevice | null {
  const [userId, deviceId, until, signature] = (mark ?? '').split('.')
  if (!userId || !deviceId || !until || !signature) return null
  const keys = [secrets.derive(PURPOSE), secrets.derivePrevious(PURPOSE)]
  const text = `${userId}.${deviceId}.${until}`
  if (!keys.some((key) => key && isSame(sign(key, text), signature))) return null
  return Number(until) * 1000 > now.getTime() ? { userId, deviceId } : null
}

/** The name of a device that was not seen before. */
export function newDeviceId(): string {
  return randomUUID()
}

function sign(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  // Compare bytes: non-ASCII characters have more bytes than characters.
  return one.length === other.length && timingSafeEqual(one, other)
}
