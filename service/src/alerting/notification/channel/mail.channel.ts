/** E-mails about alerts and check-ins. Each user has an address, so this is the last resort for everybody. */
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import { bindEmail, type Claim, holdCauses, type MessageRow, recordUnsent } from '../message.queries.ts'
import { idsOf, type Outcome, outcomeOf, type SendingOptions, stillToTell } from '../message.sending.ts'
import { isAgain, nameOf, pathOf } from '../message.text.ts'
import type { Channel } from './channel.ts'

export const mailChannel: Channel = {
  isOn: ({ hasMail }) => hasMail,
  hasAddress: () => true,
  send: sendEmail,
}

/** Into the outbox of e-mail, in one recordion with the check of the alert: an answer then finds the e-mail there. */
function sendEmail({ record, clock, mail, config }: SendingOptions, claim: Claim): Promise<Outcome> {
  const now = clock.now()
  return record(claim, 'write an e-mail', async (db) => {
    await holdCauses(db, claim)
    const rows = await stillToTell(db, claim, now)
    const row = rows[0]
    if (!row) return null
    // E-mails of the demo stay on the mailbox page, whether there is a mail server or not.
    if (!mail.isSent && !row.isDemo) {
      await recordUnsent(db, claim, { ids: idsOf(rows), httpStatus: null, reason: 'mail-off', nextAt: null }, now)
      return outcomeOf(claim, rows)
    }
    const mailId = await mail.send(db, emailOf(rows, claim.tenantId, config.publicUrl))
    await bindEmail(db, claim, { ids: idsOf(rows), mailId, isRetained: row.isDemo }, now)
    return row.isDemo ? outcomeOf(claim, rows) : null
  })
}

function emailOf(rows: readonly MessageRow[], tenantId: string, publicUrl: string) {
  const row = nameOf(rows)
  // The fragment never reaches a server: a scanner that opens the link answers nothing.
  const link = publicUrl + pathOf(row) + (row.isAlarm ? '#going' : '')
  const to: { tenantId: string; to: string; locale: Locale } = { tenantId, to: row.email!, locale: row.locale }
  const { siteName, activity, isPossible, kindName, location, unitName, timezone, cause, escalationName, plannedFor } =
    row
  const moreCount = rows.length - 1
  const occurredAt = new Date(row.occurredAt)
  if (cause === 'reminder') {
    const place = { ...to, siteName, location, unitName, timezone }
    return { ...place, template: 'check-in-reminder' as const, startsAt: occurredAt, plannedFor: plannedFor!, link }
  }
  if (activity === null) return { ...to, template: 'alert-sample' as const, link }
  const alert = {
    ...to,
    siteName,
    activity,
    isPossible,
    kindName,
    location,
    unitName,
    timezone,
    occurredAt,
    moreCount,
    isAlarm: row.isAlarm,
    link,
  }
  if (cause === 'unanswered') return { ...alert, template: 'alert-unanswered' as const }
  return cause === 'escalated'
    ? { ...alert, template: 'alert-escalated' as const, escalationName: escalationName! }
    : { ...alert, template: 'alert-raised' as const, isAgain: isAgain(cause), isAsked: cause === 'asked' }
}
