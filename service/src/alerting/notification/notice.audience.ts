/** Who is told of a notice, and on which channels: rules without a database. Requirements CAM-04, ALERT-04, SET-05. */

import type {
  NotificationCause,
  NotificationChannel,
  NotificationPreferences,
} from '@mimamori/contract/alerting/notification.ts'
import type { AlertSeverity } from '@mimamori/contract/camera/apps.ts'
import type { Subscribers } from '@mimamori/contract/camera/subscriber.ts'
import type { DeviceKind } from '@mimamori/contract/identity/device.ts'
import type { Role } from '@mimamori/contract/identity/roles.ts'

export type Person = NotificationPreferences & {
  id: string
  tenantId: string
  role: Role
  name: string
  /** In lower case. */
  email: string
  /** The units that the user is bound to; none: all of the site. */
  unitIds: readonly string[]
  /** Whether a browser or phone of theirs is registered. */
  hasPush: boolean
}

/** Where an alert stands, as far as it decides who may see it. */
export type Place = { tenantId: string; parentId: string | null; unitId: string | null }

export type Wanted = {
  /** Addresses that get an e-mail. */
  emails: readonly string[]
  /** Users who are notified by push on their phones and tablets. */
  mobileUserIds: readonly string[]
  /** Users who are notified by push on their desktops. */
  desktopUserIds: readonly string[]
  /** Users who are told on every channel that they have. */
  userIds: readonly string[]
  /** Everybody who is bound to these units, on every channel that they have. */
  unitIds: readonly string[]
}

/** `deviceKind`: the devices that a push message goes to; null: all of them. */
export type Told = { channel: NotificationChannel } & (
  | { person: Person; email: null; deviceKind: DeviceKind | null }
  | { person: null; email: string; deviceKind: null }
)

/** Subscribers of several lists as one. Those who are reminded of check-ins are not told of alerts. */
export function wantedBy(lists: readonly Partial<Subscribers>[]): Wanted {
  const all = (pick: (list: Partial<Subscribers>) => readonly string[] | undefined) => [
    ...new Set(lists.flatMap((list) => pick(list) ?? [])),
  ]
  return {
    emails: all(({ emails }) => emails),
    mobileUserIds: all(({ mobileUserIds }) => mobileUserIds),
    desktopUserIds: all(({ desktopUserIds }) => desktopUserIds),
    userIds: all(({ userIds }) => userIds),
    unitIds: all(({ unitIds }) => unitIds),
  }
}

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

/** Causes of which people say on which way they want to hear. */
const holdsBack = (cause: NotificationCause) => cause === 'raised' || cause === 'reopened'

type Occasion = { cause: NotificationCause; severity: AlertSeverity | null; place: Place }

/**
 * Everybody who is told, nobody twice on a channel. `people` are enabled users, those wanted among them. Preferences
 * hold back what was raised, also again, and nothing else. Without `hasMail` users have no e-mail as a channel, unless it is the
 * only one: then it is seen that they could not be told.
 */
export function audienceOf(wanted: Wanted, people: readonly Person[], occasion: Occasion, hasMail: boolean): Told[] {
  const { cause, place } = occasion
  const told: Told[] = []
  for (const person of people) {
    if (cause !== 'sample' && !mayHear(person, place)) continue
    const channels = channelsOf(wanted, person, hasMail)
    const open = holdsBack(cause) ? channels.filter((each) => reaches(person[each], occasion.severity)) : channels
    const deviceKind = deviceKindOf(wanted, person)
    for (const channel of open) told.push({ channel, person, email: null, deviceKind })
  }
  const mailed = new Set(told.flatMap(({ channel, person }) => (channel === 'mail' && person ? [person.email] : [])))
  for (const email of wanted.emails) {
    if (mailed.has(email.toLowerCase())) continue
    mailed.add(email.toLowerCase())
    told.push({ channel: 'mail', person: null, email, deviceKind: null })
  }
  return told
}

const isEverywhere = ({ userIds, unitIds }: Wanted, person: Person) =>
  userIds.includes(person.id) || person.unitIds.some((id) => unitIds.includes(id))

function channelsOf(wanted: Wanted, person: Person, hasMail: boolean): NotificationChannel[] {
  if (isEverywhere(wanted, person)) {
    if (!person.hasPush) return ['mail']
    return hasMail ? ['push', 'mail'] : ['push']
  }
  return wanted.mobileUserIds.includes(person.id) || wanted.desktopUserIds.includes(person.id) ? ['push'] : []
}

/** Null: on all devices. */
function deviceKindOf(wanted: Wanted, person: Person): DeviceKind | null {
  const isMobile = wanted.mobileUserIds.includes(person.id)
  if (isEverywhere(wanted, person) || isMobile === wanted.desktopUserIds.includes(person.id)) return null
  return isMobile ? 'mobile' : 'web'
}

function reaches(reach: NotificationPreferences['push'], severity: AlertSeverity | null): boolean {
  return reach === 'all' || (reach === 'urgent' && (severity === 'critical' || severity === 'high'))
}
