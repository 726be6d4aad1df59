/** Whose failed sign-ins are counted together: rows of `login_attempt` by their subject. Requirement AUTH-16. */
import { createHash } from 'node:crypto'

/** Names are stored hashed: what people mistype into the name field is often their password. */
export function accountSubject(name: string): string {
  return `account:${createHash('sha256').update(name.toLowerCase()).digest('hex')}`
}

/** `network` is an address prefix. */
export function networkSubject(network: string): string {
  return `network:${network}`
}

/** A device on which this user was signed in before. */
export function deviceSubject(userId: string, deviceId: string): string {
  return `device:${userId}:${deviceId}`
}
