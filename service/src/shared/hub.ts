/** Keys of hubs, and news about hubs. */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Bus } from '#platform/messaging/bus.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const PUBLIC_LETTERS = 12
const SECRET_BYTES = 32

/** The public part of a key, by which the hub is found. It stays when the key is exchanged. */
export function newPublicId(): string {
  return Array.from({ length: PUBLIC_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** `mmh_<12 letters and digits>_<256 random bits>`: shown once, stored as a hash. */
export function newHubKey(publicId: string): { key: string; hash: Buffer; lastFour: string } {
  const key = `mmh_${publicId}_${randomBytes(SECRET_BYTES).toString('base64url')}`
  return { key, hash: createHash('sha256').update(key).digest(), lastFour: key.slice(-4) }
}

/** Publish after the commit, never before. */
export function publishHubChange(bus: Bus, tenantId: string, hubId: string): void {
  for (const reader of new Set([tenantId, OPERATOR_TENANT_ID])) bus.publish(reader, { type: 'hub-changed', hubId })
}
