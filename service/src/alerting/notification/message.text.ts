/**
 * The text of a push message, in the reader's language and time zone. No name of a resident: locked screens show it.
 */

import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import type { NotificationCause } from '@mimamori/contract/alerting/notification.ts'
import type { PushMessage } from '@mimamori/contract/alerting/push-message.ts'
import { LOCALES } from '@mimamori/contract/languages/locales.ts'
import { SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import { oneLine } from '#platform/messaging/email.ts'
import { textsOf } from '#platform/messaging/texts.ts'
import type { MessageRow } from './message.queries.ts'

type SayPush = ReturnType<typeof textsOf<'push'>>

const LONGEST_TITLE = 120
const LONGEST_BODY = 300
const HOME = '/app/profile'

/** Where a press leads, within the console. */
export function pathOf({ alertId, occurrenceId }: Pick<MessageRow, 'alertId' | 'occurrenceId'>): string {
  if (occurrenceId !== null) return `/app/virtualCheckIn/planned/${occurrenceId}`
  return alertId === null ? HOME : `/app/alerts/detail/${alertId}`
}

/** `rows` go as one; the newest of the most urgent ones is named, the others are counted. */
export function writePush(rows: readonly MessageRow[], now: Date): Omit<PushMessage, 'receipt'> {
  const row = nameOf(rows)
  const say = textsOf('push', row.locale)
  return {
    tag: tagOf(row),
    title: oneLine(titleOf(row, say)).slice(0, LONGEST_TITLE),
    body: oneLine(bodyOf(row, rows.length - 1, say, now)).slice(0, LONGEST_BODY),
    locale: row.locale,
    path: pathOf(row),
    severity: row.severity,
    occurredAt: row.occurredAt,
  }
}

/**
 * The same for a provider that rings a phone, which reads along: kind, room and time alone, and no name of anybody. `spoken`
 * is for a call.
 */
export function writeRing(rows: readonly MessageRow[], now: Date) {
  const row = nameOf(rows)
  const say = textsOf('push', row.locale)
  const title = oneLine(titleOf(row, say)).slice(0, LONGEST_TITLE)
  const body = oneLine(bodyOf({ ...row, plannedFor: null }, rows.length - 1, say, now)).slice(0, LONGEST_BODY)
  const words = say('ring-spoken', { title, body })
  return {
    title,
    body,
    spoken: row.isAlarm ? `${words} ${say('ring-key')}` : words,
    language: LOCALES[row.locale].tag,
    linkLabel: say('ring-going'),
  }
}

/** The one that a message of several is about. */
export function nameOf(rows: readonly MessageRow[]): MessageRow {
  const urgency = (row: MessageRow) => (row.severity === null ? SEVERITIES.length : SEVERITIES.indexOf(row.severity))
  return [...rows].sort((a, b) => urgency(a) - urgency(b) || b.occurredAt.localeCompare(a.occurredAt))[0]!
}

function tagOf({ cause, id, burstAlertId, occurrenceId }: MessageRow): string {
  return `${cause}:${occurrenceId ?? burstAlertId ?? id}`
}

function titleOf({ cause, activity, location, locale, ...about }: MessageRow, say: SayPush): string {
  if (cause === 'reminder') return say('reminder', { location })
  if (activity === null) return say('sample-title')
  const title = `${nameOfKind({ ...about, activity }, textsOf('word', locale))} · ${location}`
  if (cause === 'reopened') return say('reopened', { title })
  if (cause === 'asked') return say('asked', { title })
  return cause === 'escalated' || cause === 'unanswered' ? say(cause, { title }) : title
}

function bodyOf(row: MessageRow, moreCount: number, say: SayPush, now: Date): string {
  const { cause, plannedFor } = row
  if (row.activity === null && cause !== 'reminder') return say('sample-body')
  const parts: (string | null)[] = [
    row.unitName,
    timeOf(new Date(row.occurredAt), row, now),
    plannedFor && say('planned-for', { name: plannedFor }),
    isAgain(cause) ? say('again') : null,
    moreCount > 0 ? say('more', { more: moreCount }) : null,
  ]
  return parts.filter(Boolean).join(' · ')
}

export function isAgain(cause: NotificationCause): boolean {
  return cause === 'resent'
}

/** With the day when it is not today. */
function timeOf(at: Date, { locale, timezone }: Pick<MessageRow, 'locale' | 'timezone'>, now: Date): string {
  const { tag } = LOCALES[locale]
  const day = (of: Date) => dateFormat(tag, { month: 'short', day: 'numeric', timeZone: timezone }).format(of)
  const time = dateFormat(tag, { hour: '2-digit', minute: '2-digit', timeZone: timezone }).format(at)
  return day(at) === day(now) ? time : `${day(at)} ${time}`
}
