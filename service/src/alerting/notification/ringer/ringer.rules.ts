/** Addresses of people at a provider that rings phones: their form and their seal. No I/O, no clock. REACH-01. */
import { RINGERS, type RingerPreset } from '@mimamori/contract/alerting/ringer-presets.ts'
import type { Secrets } from '#platform/secrets.ts'
import { fail } from '#platform/service-error.ts'

/** A test message that is repeated until somebody confirms it stops after this. */
export const RING_TEST_MS = 60_000

type Addressed = { tenantId: string; userId: string; address: string }
const SHOWN = 4

/** Throws unless the address has the form of the provider. */
export function sealAddress(
  secrets: Pick<Secrets, 'seal'>,
  preset: RingerPreset,
  { tenantId, userId, address }: Addressed,
): { sealed: string; end: string } {
  if (!RINGERS[preset].address.test(address)) throw fail('invalid-request', { address: `ringer.address-${preset}` })
  return { sealed: secrets.seal(address, placeOf({ tenantId, userId })), end: address.slice(-SHOWN) }
}

export function openAddress(secrets: Pick<Secrets, 'open'>, { tenantId, userId, address }: Addressed): string {
  return secrets.open(address, placeOf({ tenantId, userId }))
}

function placeOf({ tenantId, userId }: Omit<Addressed, 'address'>): string {
  return `${tenantId}|ringer_address|address|${userId}`
}
