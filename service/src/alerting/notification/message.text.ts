/** What a push message says, in the reader's language and time zone. No name of a resident: screens are locked and seen. */

import type { NotificationCause } from '@mimamori/contract/alerting/notification.ts'
import type { PushMessage } from '@mimamori/contract/alerting/push-message.ts'
import type { Locale } from '@mimamori/contract/identity/session.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import { ACTIVITY_WORDS } from '#platform/messaging/activity-word.ts'
import { oneLine } from '#platform/messaging/letter.ts'
import type { MessageRow } from './message.queries.ts'

type Texts = {
  sampleTitle: string
  sampleBody: string
  escalated: (title: string) => string
  again: string
  reopened: (title: string) => string
  asked: (title: string) => string
  reminder: (location: string) => string
  plannedFor: (name: string) => string
  more: (count: number) => string
}

const TEXTS: Record<Locale, Texts> = {
  en: {
    sampleTitle: 'Sample notification',
    sampleBody: 'Notifications of Mimamori reach this device.',
    escalated: (title) => `Not answered: ${title}`,
    again: 'Sent again',
    reopened: (title) => `Nobody is going any more: ${title}`,
    asked: (title) => `A colleague asks you to look: ${title}`,
    reminder: (location) => `Check-in due · ${location}`,
    plannedFor: (name) => `Planned for ${name}`,
    more: (count) => `${count} more`,
  },
  ja: {
    sampleTitle: 'テスト通知',
    sampleBody: 'この端末でMimamoriの通知を受け取れます。',
    escalated: (title) => `未確認：${title}`,
    again: '再送',
    reopened: (title) => `対応する人がいません：${title}`,
    asked: (title) => `職員から確認の依頼：${title}`,
    reminder: (location) => `見守り確認の時間です · ${location}`,
    plannedFor: (name) => `担当：${name}`,
    more: (count) => `ほか${count}件`,
  },
}
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
  const texts = TEXTS[row.locale]
  return {
    tag: tagOf(row),
    title: oneLine(titleOf(row, texts)).slice(0, LONGEST_TITLE),
    body: oneLine(bodyOf(row, rows.length - 1, texts, now)).slice(0, LONGEST_BODY),
    locale: row.locale,
    path: pathOf(row),
    severity: row.severity,
    occurredAt: row.occurredAt,
  }
}

const URGENCY = ['critical', 'high', 'medium', 'low']

/** The one that a message of several is about. */
export function nameOf(rows: readonly MessageRow[]): MessageRow {
  const urgency = (row: MessageRow) => (row.severity === null ? URGENCY.length : URGENCY.indexOf(row.severity))
  return [...rows].sort((a, b) => urgency(a) - urgency(b) || b.occurredAt.localeCompare(a.occurredAt))[0]!
}

function tagOf({ cause, id, burstAlertId, occurrenceId }: MessageRow): string {
  return `${cause}:${occurrenceId ?? burstAlertId ?? id}`
}

function titleOf({ cause, activity, location, locale }: MessageRow, texts: Texts): string {
  if (cause === 'reminder') return texts.reminder(location)
  if (activity === null) return texts.sampleTitle
  const title = `${ACTIVITY_WORDS[locale][activity]} · ${location}`
  if (cause === 'reopened') return texts.reopened(title)
  if (cause === 'asked') return texts.asked(title)
  return cause === 'escalated' ? texts.escalated(title) : title
}

function bodyOf(row: MessageRow, moreCount: number, texts: Texts, now: Date): string {
  const { cause, plannedFor } = row
  if (row.activity === null && cause !== 'reminder') return texts.sampleBody
  const parts: (string | null)[] = [
    row.unitName,
    timeOf(new Date(row.occurredAt), row, now),
    plannedFor && texts.plannedFor(plannedFor),
    isAgain(cause) ? texts.again : null,
    moreCount > 0 ? texts.more(moreCount) : null,
  ]
  return parts.filter(Boolean).join(' · ')
}

export function isAgain(cause: NotificationCause): boolean {
  return cause === 'resent'
}

/** With the day when it is not today. */
function timeOf(at: Date, { locale, timezone }: Pick<MessageRow, 'locale' | 'timezone'>, now: Date): string {
  const tag = locale === 'ja' ? 'ja-JP' : 'en-GB'
  const day = (of: Date) => dateFormat(tag, { month: 'short', day: 'numeric', timeZone: timezone }).format(of)
  const time = dateFormat(tag, { hour: '2-digit', minute: '2-digit', timeZone: timezone }).format(at)
  return day(at) === day(now) ? time : `${day(at)} ${time}`
}
