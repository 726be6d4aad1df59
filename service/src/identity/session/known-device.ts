/** Marks of devices on which somebody signed in before: what others fail does not slow these down. Requirement AUTH-16. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#platform/auth/secrets.ts'

/** security.md, Design 2: as long as a device may be remembered. */
const GOOD_DAYS = 90
const DAY_MS = 24 * 60 * 60_000
const PURPOSE = 'known-devices'

export type KnownDevice = { userId: string; deviceId: string }

/** A mark for this browser to keep. It signs nobody in: it only has its tries counted on their own. */
export function markDevice(secrets: Pick<Secrets, 'derive'>, { userId, deviceId }: KnownDevice, now: Date): string {
  const text = `${userId}.${deviceId}.${Math.floor((now.getTime() + GOOD_DAYS * DAY_MS) / 1000)}`
  return `${text}.${sign(secrets.derive(PURPOSE), text)}`
}

/** Whom and which device the mark names; null: forged, too old, or none at all. */
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

/** The name of a device that was never seen before. */
export function newDeviceId(): string {
  return randomUUID()
}

function sign(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  // In bytes: letters beyond ASCII are longer than they look.
  return one.length === other.length && timingSafeEqual(one, other)
}
