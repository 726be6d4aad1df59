/** The audience of a notice: people and channels. Rules without a database. Requirements CAM-04, ALERT-04, SET-05. */

import { channelsAfter, NOTIFICATION_CHANNELS, type NotificationChannel } from '@mimamori/contract/alerting/channel.ts'
import { DEFAULT_REACHES } from '@mimamori/contract/alerting/delivery-lists.ts'
import type { NotificationCause, NotificationPreferences } from '@mimamori/contract/alerting/notification.ts'
import type { Subscribers } from '@mimamori/contract/camera/subscriber.ts'
import type { DeviceKind } from '@mimamori/contract/identity/device.ts'
import type { AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import { plain } from '@mimamori/contract/shared/plain.ts'
import { type DutyPlace, insteadAt, onDutyAt, type Roster } from '#shared/duty.ts'
import { CHANNELS } from './channel/channels.ts'
import { mayHear, type Person, type Place } from './notice.person.ts'

export type Wanted = {
  /** Addresses that get an e-mail. */
  emails: readonly string[]
  /** Users who are notified on their phones and tablets: by push, and by the provider that rings them. */
  mobileUserIds: readonly string[]
  /** Users who are notified by push on their desktops. */
  desktopUserIds: readonly string[]
  /** Users who are notified on every channel that they have. */
  userIds: readonly string[]
  /** All users bound to these units, on every channel that they have. */
  unitIds: readonly string[]
  /** `withDuty` adds the users on duty. */
  onDuty: boolean
}

/** `deviceKind`: the devices that receive the push message; null: all of them. */
export type Recipient = { channel: NotificationChannel } & (
  | { person: Person; email: null; deviceKind: DeviceKind | null }
  | { person: null; email: string; deviceKind: null }
)

/** Merges several subscriber lists. Subscribers to check-in reminders get no alerts. */
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
    onDuty: lists.some(({ onDuty }) => onDuty === true),
  }
}

/** Adds the users on duty; if nobody is on duty, their substitutes. */
export function withDuty(wanted: Wanted, roster: Roster, place: DutyPlace): Wanted {
  if (!wanted.onDuty) return wanted
  const present = onDutyAt(roster, place)
  const people = present.length > 0 ? present : insteadAt(roster, place)
  return { ...wanted, userIds: [...new Set([...wanted.userIds, ...people.map(({ id }) => id)])] }
}

/** Causes with a channel preference of the user. */
const holdsBack = (cause: NotificationCause) => cause === 'raised' || cause === 'reopened'

type Occasion = {
  cause: NotificationCause
  severity: AlertSeverity | null
  place: Place
  /** Whether the person is not on duty and has quiet hours on the channel now; omitted: nobody has. */
  isQuiet?: (person: Person, channel: NotificationChannel) => boolean
}

/**
 * Every recipient, once per channel. `people` are enabled users and include those wanted. Preferences suppress only
 * raised and reopened alarms. Without `hasMail`, e-mail is a user's channel only if it is the only one: then the
 * deliveries show that they are unreachable.
 */
export function audienceOf(
  wanted: Wanted,
  people: readonly Person[],
  occasion: Occasion,
  hasMail: boolean,
): Recipient[] {
  const { cause, severity, place, isQuiet = () => false } = occasion
  const isOpen = (person: Person, each: NotificationChannel) =>
    reaches(person.reaches[each] ?? DEFAULT_REACHES[each], severity) && !isQuiet(person, each)
  const recipients: Recipient[] = []
  for (const person of people) {
    if (cause !== 'sample' && !mayHear(person, place)) continue
    const channels = channelsOf(wanted, person, hasMail)
    const open = holdsBack(cause) ? channels.filter((each) => isOpen(person, each)) : channels
    const deviceKind = deviceKindOf(wanted, person)
    for (const channel of open) recipients.push({ channel, person, email: null, deviceKind })
  }
  const mailed = new Set(
    recipients.flatMap(({ channel, person }) => (channel === 'mail' && person ? [person.email] : [])),
  )
  for (const email of wanted.emails) {
    if (mailed.has(plain(email))) continue
    mailed.add(plain(email))
    recipients.push({ channel: 'mail', person: null, email, deviceKind: null })
  }
  return recipients
}

const isEverywhere = ({ userIds, unitIds }: Wanted, person: Person) =>
  userIds.includes(person.id) || person.unitIds.some((id) => unitIds.includes(id))

function channelsOf(wanted: Wanted, person: Person, hasMail: boolean): NotificationChannel[] {
  if (isEverywhere(wanted, person)) {
    const possible = NOTIFICATION_CHANNELS.filter((each) => CHANNELS[each].hasAddress(person))
    const open = possible.filter((each) => CHANNELS[each].isOn({ hasMail }))
    return open.length > 0 ? open : possible.slice(-1)
  }
  const isMobile = wanted.mobileUserIds.includes(person.id)
  if (isMobile && CHANNELS.http.hasAddress(person)) return ['push', 'http']
  return isMobile || wanted.desktopUserIds.includes(person.id) ? ['push'] : []
}

/** The channels for a message that was given up on this channel, in order of preference. */
export function fallbackOf(channel: NotificationChannel, person: Person | null): NotificationChannel[] {
  return person ? channelsAfter(channel).filter((each) => CHANNELS[each].hasAddress(person)) : []
}

/** Returns null for all devices. */
function deviceKindOf(wanted: Wanted, person: Person): DeviceKind | null {
  const isMobile = wanted.mobileUserIds.includes(person.id)
  if (isEverywhere(wanted, person) || isMobile === wanted.desktopUserIds.includes(person.id)) return null
  return isMobile ? 'mobile' : 'web'
}

function reaches(reach: NotificationPreferences[NotificationChannel], severity: AlertSeverity | null): boolean {
  return reach === 'all' || (reach === 'urgent' && (severity === 'critical' || severity === 'high'))
}
