/** Whose failed sign-ins are counted together: rows of `login_attempt` by their subject. Requirement AUTH-16. */
import { createHash } from 'node:crypto'
import { plain } from '@mimamori/contract/shared/plain.ts'

/** An account, by whichever of its names the caller tries it. */
export function accountSubject(userId: string): string {
  return `account:${userId}`
}

/** A name that no account has. Stored as a hash: people often mistype their password into the name field. */
export function nameSubject(name: string): string {
  return `name:${createHash('sha256').update(plain(name)).digest('hex')}`
}

/** `network` is an address prefix. */
export function networkSubject(network: string): string {
  return `network:${network}`
}

/** A device on which this user was signed in before. */
export function deviceSubject(userId: string, deviceId: string): string {
  return `device:${userId}:${deviceId}`
}
