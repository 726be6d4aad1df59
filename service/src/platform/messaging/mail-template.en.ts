/** E-mails in English. */

import type { Activity } from '@mimamori/contract/camera/apps.ts'
import type { DamagedStore } from '@mimamori/contract/fleet/hub.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import type { ExternalReason } from '@mimamori/contract/site/external.ts'
import { ACTIVITY_WORDS } from './activity-word.ts'
import type { TemplateTexts } from './mail-template.ts'

const STORES: Record<DamagedStore['store'], string> = {
  spool: 'waiting alerts',
  recordings: 'the index of recordings',
  measurements: 'measurements',
}

const REASONS: Record<ExternalReason, string> = {
  'address-denied': 'its address is not allowed',
  'unknown-host': 'its name is not known',
  unreachable: 'it could not be reached',
  tls: 'its certificate is not valid',
  timeout: 'it did not answer in time',
  'cut-off': 'it broke off the connection',
  redirect: 'it pointed to another address',
  unauthorized: 'it did not accept the auth access key',
  busy: 'it is too busy',
  rejected: 'it refused what was sent',
  'server-error': 'it has a fault of its own',
  'bad-answer': 'its answer was not understood',
  'too-large': 'its answer was too large',
  'no-codes': 'a camera has no unit code or no res code',
  expired: 'it could not be reached for 24 hours',
}

function time(at: Date, timezone: string): string {
  const text = dateFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone }).format(at)
  return `${text} (${timezone})`
}

const alertName = ({ activity, location }: { activity: Activity; location: string }) =>
  `${ACTIVITY_WORDS.en[activity]} · ${location}`

const linkOf = ({ isAlarm, link }: { isAlarm: boolean; link: string }) => ({
  label: isAlarm ? 'Open the alarm and press “I’m going”' : 'Open the alert',
  href: link,
})

type Place = { siteName: string; unitName: string | null; occurredAt: Date; timezone: string; moreCount: number }

function placeOf({ siteName, unitName, occurredAt, timezone, moreCount }: Place): string {
  const more = moreCount === 0 ? '' : ` ${moreCount} more of the same followed.`
  return `${[siteName, unitName].filter(Boolean).join(', ')}, ${time(occurredAt, timezone)}.${more}`
}

export const mailEn: TemplateTexts = {
  invitation: ({ name, siteName, invitedBy, link, expiresAt, timezone }) => ({
    subject: `Your invitation to Mimamori at ${siteName}`,
    greeting: `Dear ${name},`,
    paragraphs: [
      invitedBy === null
        ? `An account at ${siteName} was made for you.`
        : `${invitedBy} has made an account at ${siteName} for you.`,
      'Choose your password with this link. It works once.',
    ],
    link: { label: 'Accept the invitation', href: link },
    notes: [
      `The link is good until ${time(expiresAt, timezone)}. After that, ask your administrator for a new one.`,
      'If you did not expect this, you need not do anything.',
    ],
  }),
  'reset-code': ({ name, code, minutes, isMadeShared, passwordMinLength }) => ({
    subject: 'Your code for a new password',
    greeting: `Dear ${name},`,
    paragraphs: [
      ...(isMadeShared
        ? [
            'Your administrator made your account a shared sign-in, and you were signed out. Until you choose a new password, nobody else can set one.',
          ]
        : []),
      'Enter this code to choose a new password:',
    ],
    code,
    notes: [
      `The new password needs at least ${passwordMinLength} characters.`,
      `The code is good for ${minutes} minutes and works once. Nobody from Mimamori will ever ask you for it.`,
      isMadeShared
        ? 'If you do not agree, do not use the code, and talk to your administrator.'
        : 'If you did not ask for it, you need not do anything: your password stays as it is.',
    ],
  }),
  'address-changed': ({ name, newAddress, changedAt, timezone }) => ({
    subject: 'The e-mail address of your account was changed',
    greeting: `Dear ${name},`,
    paragraphs: [
      `The e-mail address of your account was changed to ${newAddress} on ${time(changedAt, timezone)}.`,
      'Your password stays as it is. Codes for a new password come to this address here until you sign in with the new one.',
    ],
    notes: ['If you do not agree with the change, talk to your administrator.'],
  }),
  'external-failed': ({ siteName, reason }) => ({
    subject: `${siteName}: cameras could not be sent to the external system`,
    greeting: 'Hello,',
    paragraphs: [`The cameras of ${siteName} could not be sent to the external system: ${REASONS[reason]}.`],
    notes: ['Nothing was changed there. An administrator can try again on the page of the site.'],
  }),
  'external-alert-failed': ({ siteName, reason }) => ({
    subject: `${siteName}: alerts do not reach the external system`,
    greeting: 'Hello,',
    paragraphs: [
      `An alert of ${siteName} could not be sent to the external system: ${REASONS[reason]}.`,
      'Mimamori itself shows all alerts as always.',
    ],
    notes: [
      'It may be more than this one; the page of the site lists them. While this lasts you get one message an hour.',
    ],
  }),
  'hub-silent': ({ siteName, hubName, lastHeardAt, timezone }) => ({
    subject: `${siteName}: hub “${hubName}” does not answer`,
    greeting: 'Hello,',
    paragraphs: [
      `The hub ${hubName} of ${siteName} last answered on ${time(lastHeardAt, timezone)}. While it is silent, its cameras raise no alerts.`,
      'Please see whether it has power and network. Until it is back, look after the residents by other means.',
    ],
    notes: ['You get one message for each time it falls silent.'],
  }),
  'hub-duplicate': ({ siteName, hubName, hostname, refusedAt, timezone }) => ({
    subject: `${siteName}: a second machine used the key of hub “${hubName}”`,
    greeting: 'Hello,',
    paragraphs: [
      `On ${time(refusedAt, timezone)} a second machine, ${hostname}, used the key of the hub ${hubName} of ${siteName}. It was refused. The hub itself continues to work.`,
      'If nobody of yours set up the hub anew, its key may be known to others: give the hub a new key on its page.',
    ],
    notes: ['You get at most one message an hour about this hub.'],
  }),
  'hub-damage': ({ siteName, hubName, stores, notedAt, timezone }) => ({
    subject: `${siteName}: hub “${hubName}” found a damaged file`,
    greeting: 'Hello,',
    paragraphs: [
      `On ${time(notedAt, timezone)} the hub ${hubName} of ${siteName} reported damage on its disk. The file of ${stores.map((store) => STORES[store]).join(', ')} could not be read. The hub moved it aside, began a new one, and goes on working.`,
      'What had not reached Mimamori yet may be lost. Such damage often comes from a power cut or from a disk that is about to fail: please have the disk of the hub checked.',
    ],
    notes: ['You get at most one message an hour about each file.'],
  }),
  'alert-raised': (alert) => ({
    subject: alertName(alert),
    greeting: 'Hello,',
    paragraphs: [
      `${alertName(alert)}. ${placeOf(alert)}`,
      ...(alert.isAsked ? ['A colleague asks you to look at this alert.'] : []),
      ...(alert.isAgain ? ['A colleague asked to send this alert again.'] : []),
    ],
    link: linkOf(alert),
    notes: [
      alert.isAsked
        ? 'You get this message because a colleague named you in a note on the alert.'
        : 'You get this message because you are a subscriber of the camera.',
    ],
  }),
  'alert-escalated': (alert) => ({
    subject: `Not answered: ${alertName(alert)}`,
    greeting: 'Hello,',
    paragraphs: [`Nobody has looked at this alert yet: ${alertName(alert)}. ${placeOf(alert)}`],
    link: linkOf(alert),
    notes: [`You get this message by the escalation rule “${alert.escalationName}”.`],
  }),
  'alert-sample': ({ link }) => ({
    subject: 'Sample notification',
    greeting: 'Hello,',
    paragraphs: ['This is the sample that you asked for. E-mails about alerts reach you at this address.'],
    link: { label: 'Open Mimamori', href: link },
    notes: ['If you did not ask for it, you need not do anything.'],
  }),
  'check-in-reminder': ({ siteName, location, unitName, startsAt, plannedFor, link, timezone }) => ({
    subject: `Check-in due: ${location}`,
    greeting: 'Hello,',
    paragraphs: [
      `A check-in is planned: ${[siteName, unitName, location].filter(Boolean).join(', ')}, ${time(startsAt, timezone)}.`,
      `It is planned for ${plannedFor}. Any colleague may do it.`,
    ],
    link: { label: 'Start the check-in', href: link },
    notes: [
      'You get this message because the check-in is planned for you, or because you get the reminders of this room.',
    ],
  }),
  'password-changed': ({ name, changedAt, timezone }) => ({
    subject: 'Your password was changed',
    greeting: `Dear ${name},`,
    paragraphs: [
      `The password of your account was changed on ${time(changedAt, timezone)}. All devices were signed out.`,
    ],
    notes: ['If that was not you, call your administrator at once.'],
  }),
}
