/** The audience of a notice: people and channels. Rules without a database. Requirements CAM-04, ALERT-04, SET-05. */

import { channelsAfter, NOTIFICATION_CHANNELS, type NotificationChannel } from '@mimamori/contract/alerting/channel.ts'
import type { NotificationCause, NotificationPreferences } from '@mimamori/contract/alerting/notification.ts'
import type { AlertSeverity } from '@mimamori/contract/camera/apps.ts'
import type { Subscribers } from '@mimamori/contract/camera/subscriber.ts'
import type { DeviceKind } from '@mimamori/contract/identity/device.ts'
import { type DutyPlace, insteadAt, onDutyAt, type Roster } from '#shared/duty.ts'
import { CHANNELS } from './channel/channels.ts'
import { mayHear, type Person, type Place } from './notice.person.ts'

export type Wanted = {
  /** Addresses that get an e-mail. */
  emails: readonly string[]
  /** Users who are notified by push on their phones and tablets. */
  mobileUserIds: readonly string[]
  /** Users who are notified by push on their desktops. */
  desktopUserIds: readonly string[]
  /** Users who are notified on every channel that they have. */
  userIds: readonly string[]
  /** Everybody who is bound to these units, on every channel that they have. */
  unitIds: readonly string[]
  /** Who is on duty: `withDuty` puts their ids among the users. */
  onDuty: boolean
}

/** `deviceKind`: the devices that a push message goes to; null: all of them. */
export type Recipient = { channel: NotificationChannel } & (
  | { person: Person; email: null; deviceKind: DeviceKind | null }
  | { person: null; email: string; deviceKind: null }
)

/** Subscribers of several lists as one. Subscribers to check-in reminders get no alerts. */
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

/** With those on duty as users; where nobody is, with those who are notified instead. */
export function withDuty(wanted: Wanted, roster: Roster, place: DutyPlace): Wanted {
  if (!wanted.onDuty) return wanted
  const present = onDutyAt(roster, place)
  const people = present.length > 0 ? present : insteadAt(roster, place)
  return { ...wanted, userIds: [...new Set([...wanted.userIds, ...people.map(({ id }) => id)])] }
}

/** Causes with a channel preference of the user. */
const holdsBack = (cause: NotificationCause) => cause === 'raised' || cause === 'reopened'

type Occasion = { cause: NotificationCause; severity: AlertSeverity | null; place: Place }

/**
 * Every recipient, nobody twice on a channel. `people` are enabled users, those wanted among them. Preferences
 * hold back what was raised, also again, and nothing else. Without `hasMail` users have no e-mail as a channel, unless it is the
 * only one: then the deliveries show that they could not be reached.
 */
export function audienceOf(
  wanted: Wanted,
  people: readonly Person[],
  occasion: Occasion,
  hasMail: boolean,
): Recipient[] {
  const { cause, place } = occasion
  const recipients: Recipient[] = []
  for (const person of people) {
    if (cause !== 'sample' && !mayHear(person, place)) continue
    const channels = channelsOf(wanted, person, hasMail)
    const open = holdsBack(cause)
      ? channels.filter((each) => reaches(person.reaches[each] ?? 'all', occasion.severity))
      : channels
    const deviceKind = deviceKindOf(wanted, person)
    for (const channel of open) recipients.push({ channel, person, email: null, deviceKind })
  }
  const mailed = new Set(
    recipients.flatMap(({ channel, person }) => (channel === 'mail' && person ? [person.email] : [])),
  )
  for (const email of wanted.emails) {
    if (mailed.has(email.toLowerCase())) continue
    mailed.add(email.toLowerCase())
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
  return wanted.mobileUserIds.includes(person.id) || wanted.desktopUserIds.includes(person.id) ? ['push'] : []
}

/** On which channels a message of this one goes when it is given up, first come first. */
export function fallbackOf(channel: NotificationChannel, person: Person | null): NotificationChannel[] {
  return person ? channelsAfter(channel).filter((each) => CHANNELS[each].hasAddress(person)) : []
}

/** Null: on all devices. */
function deviceKindOf(wanted: Wanted, person: Person): DeviceKind | null {
  const isMobile = wanted.mobileUserIds.includes(person.id)
  if (isEverywhere(wanted, person) || isMobile === wanted.desktopUserIds.includes(person.id)) return null
  return isMobile ? 'mobile' : 'web'
}

function reaches(reach: NotificationPreferences[NotificationChannel], severity: AlertSeverity | null): boolean {
  return reach === 'all' || (reach === 'urgent' && (severity === 'critical' || severity === 'high'))
}
