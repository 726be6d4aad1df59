/** The text of each e-mail, in its reader's language and time zone. */
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import { LOCALES, type Locale } from '@mimamori/contract/languages/locales.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import type { BackupErrorFact } from '@mimamori/contract/site/installation.ts'
import type { EmailText } from './email.ts'
import type { MailedAlert, Template, TemplateName, ValuesOf } from './mail-template.ts'
import { textsOf } from './texts.ts'

type Words = ReturnType<typeof wordsOf>
type Writers = { [Name in TemplateName]: (values: ValuesOf<Name>, words: Words) => EmailText }

/** The text of an e-mail; its names must already be single lines. */
export function emailText({ locale, ...email }: Template & { locale: Locale }): EmailText {
  const write = WRITERS[email.template] as (values: Template, words: Words) => EmailText
  return write(email, wordsOf(locale))
}

function wordsOf(locale: Locale) {
  const say = textsOf('email', locale)
  const time = (at: Date, timezone: string) => {
    const { tag, mailDates } = LOCALES[locale]
    const format = dateFormat(tag, { dateStyle: mailDates, timeStyle: 'short', timeZone: timezone })
    return say('time', { time: format.format(at), timezone })
  }
  const alertName = ({ location, ...alert }: MailedAlert) =>
    say('alert-name', { activity: nameOfKind(alert, textsOf('word', locale)), location })
  const backupReason = ({ code, subject }: BackupErrorFact) =>
    textsOf('installation', locale)(`error-${code}`, { subject })
  return { say, time, alertName, backupReason }
}

/** From the site to the room. */
function placeOf(names: readonly (string | null)[], { say }: Words): string {
  return names.filter((name) => name !== null).reduce((outer, inner) => say('place-in', { outer, inner }))
}

function alertPlace(
  {
    siteName,
    unitName,
    occurredAt,
    timezone,
    moreCount,
  }: ValuesOf<'alert-escalated' | 'alert-raised' | 'alert-unanswered'>,
  words: Words,
): string {
  const values = { place: placeOf([siteName, unitName], words), time: words.time(occurredAt, timezone) }
  return words.say(moreCount === 0 ? 'alert-place' : 'alert-place-more', { ...values, more: moreCount })
}

function roomsOf(rooms: readonly string[], moreCount: number, say: Words['say']): string {
  const all = rooms.reduce((some, room) => say('rooms-and', { some, room }))
  return moreCount === 0 ? all : say('rooms-more', { some: all, more: moreCount })
}

/** An alarm asks for its answer. */
function alertLink({ isAlarm, link }: { isAlarm: boolean; link: string }, { say }: Words) {
  return { label: say(isAlarm ? 'open-alarm' : 'open-alert'), href: link }
}

const WRITERS: Writers = {
  invitation: ({ name, siteName, invitedBy, link, expiresAt, timezone }, { say, time }) => ({
    subject: say('invitation-subject', { siteName }),
    greeting: say('dear-name', { name }),
    paragraphs: [
      invitedBy === null ? say('invitation-made', { siteName }) : say('invitation-made-by', { siteName, invitedBy }),
      say('invitation-choose'),
    ],
    link: { label: say('invitation-accept'), href: link },
    notes: [say('invitation-until', { time: time(expiresAt, timezone) }), say('not-expected')],
  }),
  'reset-code': ({ name, code, minutes, isMadeShared, passwordMinLength }, { say }) => ({
    subject: say('reset-subject'),
    greeting: say('dear-name', { name }),
    paragraphs: [...(isMadeShared ? [say('reset-shared')] : []), say('reset-enter')],
    code,
    notes: [
      say('reset-length', { length: passwordMinLength }),
      say('reset-minutes', { minutes }),
      say(isMadeShared ? 'reset-not-agreed' : 'reset-not-asked'),
    ],
  }),
  'address-changed': ({ name, newAddress, changedAt, timezone }, { say, time }) => ({
    subject: say('address-subject'),
    greeting: say('dear-name', { name }),
    paragraphs: [
      say('address-changed', { address: newAddress, time: time(changedAt, timezone) }),
      say('address-codes'),
    ],
    notes: [say('address-not-agreed')],
  }),
  'external-failed': ({ siteName, reason }, { say }) => ({
    subject: say('external-subject', { siteName }),
    greeting: say('hello'),
    paragraphs: [say('external-failed', { siteName, reason: say(`reason-${reason}`) })],
    notes: [say('external-unchanged')],
  }),
  'hub-silent': ({ siteName, hubName, lastHeardAt, timezone }, { say, time }) => ({
    subject: say('silent-subject', { siteName, hubName }),
    greeting: say('hello'),
    paragraphs: [say('silent-since', { siteName, hubName, time: time(lastHeardAt, timezone) }), say('silent-please')],
    notes: [say('silent-once')],
  }),
  'path-gap': ({ siteName, rooms, moreCount, since, timezone }, { say, time }) => ({
    subject: say('path-gap-subject', { siteName }),
    greeting: say('hello'),
    paragraphs: [
      say('path-gap-since', { siteName, rooms: roomsOf(rooms, moreCount, say), time: time(since, timezone) }),
      say('path-gap-please'),
    ],
    notes: [say('path-gap-once')],
  }),
  'path-back': ({ siteName, rooms, moreCount }, { say }) => ({
    subject: say('path-back-subject', { siteName }),
    greeting: say('hello'),
    paragraphs: [say('path-back', { siteName, rooms: roomsOf(rooms, moreCount, say) })],
    notes: [],
  }),
  'ringer-failing': ({ siteName }, { say }) => ({
    subject: say('ringer-subject', { siteName }),
    greeting: say('hello'),
    paragraphs: [say('ringer-failing', { siteName }), say('ringer-please')],
    notes: [say('ringer-once')],
  }),
  'webhook-failing': ({ siteName, name }, { say }) => ({
    subject: say('webhook-failing-subject', { siteName, name }),
    greeting: say('hello'),
    paragraphs: [say('webhook-failing', { siteName, name }), say('webhook-please')],
    notes: [say('webhook-failing-next')],
  }),
  'webhook-paused': ({ siteName, name }, { say }) => ({
    subject: say('webhook-paused-subject', { siteName, name }),
    greeting: say('hello'),
    paragraphs: [say('webhook-paused', { siteName, name }), say('webhook-please')],
    notes: [say('webhook-paused-next')],
  }),
  'ringer-back': ({ siteName }, { say }) => ({
    subject: say('ringer-back-subject', { siteName }),
    greeting: say('hello'),
    paragraphs: [say('ringer-back', { siteName })],
    notes: [],
  }),
  'contact-failing': ({ siteName, contactName }, { say }) => ({
    subject: say('contact-subject', { siteName, contactName }),
    greeting: say('hello'),
    paragraphs: [say('contact-failing', { siteName, contactName }), say('contact-please')],
    notes: [say('ringer-once')],
  }),
  'contact-back': ({ siteName, contactName }, { say }) => ({
    subject: say('contact-back-subject', { siteName, contactName }),
    greeting: say('hello'),
    paragraphs: [say('contact-back', { siteName, contactName })],
    notes: [],
  }),
  'camera-view': ({ siteName, location, code }, { say }) => ({
    subject: say('view-subject', { siteName, location }),
    greeting: say('hello'),
    paragraphs: [say(`view-${code}`, { siteName, location }), say('view-please')],
    notes: [say('view-once')],
  }),
  'alarm-load': ({ siteName, shiftName, isOwnName, count, budget, at, timezone }, { say, time }) => {
    const shift = isOwnName ? shiftName : say(shiftName === 'night' ? 'shift-night' : 'shift-day')
    return {
      subject: say('load-subject', { siteName, count }),
      greeting: say('hello'),
      paragraphs: [say('load-over', { siteName, shift, count, budget, time: time(at, timezone) }), say('load-please')],
      notes: [say('load-once')],
    }
  },
  'hub-duplicate': ({ siteName, hubName, hostname, refusedAt, timezone }, { say, time }) => ({
    subject: say('duplicate-subject', { siteName, hubName }),
    greeting: say('hello'),
    paragraphs: [
      say('duplicate-refused', { siteName, hubName, hostname, time: time(refusedAt, timezone) }),
      say('duplicate-key'),
    ],
    notes: [say('duplicate-hourly')],
  }),
  'hub-damage': ({ siteName, hubName, stores, notedAt, timezone }, { say, time }) => {
    const names = stores.map((store) => say(`store-${store}`))
    return {
      subject: say('damage-subject', { siteName, hubName }),
      greeting: say('hello'),
      paragraphs: [
        say('damage-noted', {
          ...{ siteName, hubName, time: time(notedAt, timezone) },
          stores: names.reduce((all, store) => say('stores-and', { stores: all, store })),
        }),
        say('damage-lost'),
      ],
      notes: [say('damage-hourly')],
    }
  },
  'backup-error': ({ sign, error, at, timezone }, { say, time, backupReason }) => ({
    subject: say(`${sign}-subject`),
    greeting: say('hello'),
    paragraphs: [
      at === null
        ? say('backup-never')
        : say(sign, { time: time(at, timezone), reason: error ? backupReason(error) : '' }),
      say('backup-please'),
    ],
    notes: [say('backup-daily')],
  }),
  'tenant-marked': ({ name, kind, by, dueAt, timezone }, { say, time }) => ({
    subject: say('marked-subject', { name }),
    greeting: say('hello'),
    paragraphs: [
      say('marked', { name, by, time: time(dueAt, timezone) }),
      say(kind === 'site' ? 'marked-site' : 'marked-organisation'),
      say('marked-please'),
    ],
    notes: [say('marked-why')],
  }),
  'tenant-restored': ({ name, kind, by }, { say }) => ({
    subject: say('restored-subject', { name }),
    greeting: say('hello'),
    paragraphs: [say('restored', { name, by }), ...(kind === 'site' ? [say('restored-site')] : [])],
    notes: [say('marked-why')],
  }),
  'alert-raised': (alert, words) => ({
    subject: words.say('raised-subject', { alert: words.alertName(alert) }),
    greeting: words.say('hello'),
    paragraphs: [
      words.say('raised', { alert: words.alertName(alert), place: alertPlace(alert, words) }),
      ...(alert.isAgain ? [words.say('raised-again')] : []),
      ...(alert.isAsked ? [words.say('asked')] : []),
    ],
    link: alertLink(alert, words),
    notes: [words.say(alert.isAsked ? 'asked-why' : 'raised-why')],
  }),
  'alert-escalated': (alert, words) => ({
    subject: words.say('escalated-subject', { alert: words.alertName(alert) }),
    greeting: words.say('hello'),
    paragraphs: [words.say('escalated', { alert: words.alertName(alert), place: alertPlace(alert, words) })],
    link: alertLink(alert, words),
    notes: [words.say('escalated-why', { rule: alert.escalationName })],
  }),
  'alert-unanswered': (alert, words) => ({
    subject: words.say('unanswered-subject', { alert: words.alertName(alert) }),
    greeting: words.say('hello'),
    paragraphs: [words.say('unanswered', { alert: words.alertName(alert), place: alertPlace(alert, words) })],
    link: alertLink(alert, words),
    notes: [words.say('unanswered-why')],
  }),
  'alert-sample': ({ link }, { say }) => ({
    subject: say('sample-subject'),
    greeting: say('hello'),
    paragraphs: [say('sample')],
    link: { label: say('open-product'), href: link },
    notes: [say('not-asked')],
  }),
  'check-in-reminder': ({ siteName, location, unitName, startsAt, plannedFor, link, timezone }, words) => {
    const { say, time } = words
    const place = placeOf([siteName, unitName, location], words)
    return {
      subject: say('reminder-subject', { location }),
      greeting: say('hello'),
      paragraphs: [
        say('reminder', { place, time: time(startsAt, timezone) }),
        say('reminder-for', { name: plannedFor }),
      ],
      link: { label: say('reminder-start'), href: link },
      notes: [say('reminder-why')],
    }
  },
  'password-changed': ({ name, changedAt, timezone }, { say, time }) => ({
    subject: say('password-subject'),
    greeting: say('dear-name', { name }),
    paragraphs: [say('password-changed', { time: time(changedAt, timezone) })],
    notes: [say('password-not-you')],
  }),
  'break-glass': ({ siteName, name, at, timezone }, { say, time }) => ({
    subject: say('break-glass-subject', { siteName }),
    greeting: say('hello'),
    paragraphs: [say('break-glass', { siteName, name, time: time(at, timezone) })],
    notes: [say('break-glass-why')],
  }),
  'second-factor-reset': ({ name, changedAt, timezone }, { say, time }) => ({
    subject: say('second-factor-subject'),
    greeting: say('dear-name', { name }),
    paragraphs: [say('second-factor-reset', { time: time(changedAt, timezone) })],
    notes: [say('password-not-you')],
  }),
}
