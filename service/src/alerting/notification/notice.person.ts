/** A person who may be notified, and whether an alert is theirs to see. */
import type { NotificationChannel } from '@mimamori/contract/alerting/channel.ts'
import type { NotificationPreferences } from '@mimamori/contract/alerting/notification.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'

export type Person = {
  id: string
  tenantId: string
  role: Role
  name: string
  /** As it is compared: `plain`. */
  email: string
  /** The units that the user is bound to; none: all of the site. */
  unitIds: readonly string[]
  /** Which alerts reach them on each channel; default: DEFAULT_REACHES. */
  reaches: Partial<Record<NotificationChannel, NotificationPreferences[NotificationChannel]>>
  quietHours: Partial<NotificationPreferences['quietHours']>
  timeZone: string
  /** Whether a browser or phone of theirs is registered. */
  hasPush: boolean
  /** Whether their site's provider rings a phone of theirs. */
  hasRinger: boolean
}

/** The place of an alert, as far as it decides who may see it. */
export type Place = { tenantId: string; parentId: string | null; unitId: string | null }

/** Whether a user may see an alert there. SUPER_ADMIN sees residents' data only while connected to the site. */
export function mayHear(
  { tenantId, role, unitIds }: Pick<Person, 'tenantId' | 'role' | 'unitIds'>,
  at: Place,
): boolean {
  if (role === 'SUPER_ADMIN') return false
  if (tenantId !== at.tenantId) return tenantId === at.parentId && role === 'ORG_ADMIN'
  if (unitIds.length === 0) return role !== 'RESTRICTED_USER'
  return at.unitId !== null && unitIds.includes(at.unitId)
}
