/** Sends waiting e-mails to the mail server, and deletes their content after a while. */

import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { SmtpConfig } from '../config.ts'
import type { Database } from '../postgres/database.ts'
import { sql } from '../postgres/sql.ts'
import type { Job } from '../work/jobs.ts'
import {
  type ClaimedRow,
  claiming,
  endRow,
  type RowQueue,
  retryAt,
  retryRow,
  takeClaimTurn,
} from '../work/queue/row-queue.ts'
import { workSideBySide } from '../work/queue/side-by-side.ts'
import { createTurns } from '../work/queue/turns.ts'
import type { Mail } from './mail.ts'

type Waiting = ClaimedRow & {
  recipient: string
  subject: string
  body: string | null
  createdAt: string
}
type Facts = { code?: unknown; responseCode?: unknown; command?: unknown }
type Outcome = { isSent: true } | { isSent: false; isFinal: boolean; error: string }

const QUEUE: RowQueue = { table: 'mail_message', waiting: 'pending', running: 'sending' }
const AT_ONCE = 20
/** So that a site with many e-mails, or a slow mail server for its addresses, does not delay other sites. */
const AT_ONCE_OF_TENANT = 3
/** Share of the four connections of an instance; calls and hubs need the others. */
const RECORDS_AT_ONCE = 1
const EVERY_MS = 2_000
/** Timeouts of one SMTP step, and of the whole delivery. */
const STEP_PATIENCE_MS = 10_000
const PATIENCE_MS = 20_000
/** Another instance retries after three times the longest delivery. */
const CLAIM_MS = 60_000
const PAUSES_S = [1, 5, 15, 60]
const GIVE_UP_MS = 15 * 60_000
const BODY_DAYS = 7
const MESSAGE_DAYS = 90
const FORGET_AT_ONCE = 200

/** Sends due e-mails; not used without a mail server. */
export function sendMail(options: { mail: Mail; smtp: SmtpConfig; clock: Clock; logger: Logger }): Job {
  const { mail, smtp, clock, logger } = options
  const deliver = createDelivery(mail, smtp)
  const turns = createTurns(RECORDS_AT_ONCE)
  return {
    name: 'mail.send',
    everyMs: EVERY_MS,
    batchSize: AT_ONCE,
    task: (database, _now, goOn) =>
      workSideBySide<Waiting>(
        {
          ...{ clock, atOnce: AT_ONCE },
          claim: (free, now) => claim(database, free, now),
          work: (message) => sendOne(database, message),
          onError: (error) => logger.error({ err: error }, 'an e-mail failed'),
        },
        goOn,
      ),
  }
  async function sendOne(database: Database, message: Waiting): Promise<void> {
    const outcome = await deliver(message)
    const { tenantId } = message
    const state = await turns.run(tenantId, null, () => record(database, message, outcome, clock.now()))
    if (state === 'dead' && !outcome.isSent) {
      logger.warn({ mail: message.id, error: outcome.error }, 'an e-mail could not be delivered')
    }
  }
}

/** Claims due messages, and those of an instance that died while sending. */
function claim(database: Database, free: number, now: Date): Promise<Waiting[]> {
  const heldUntil = new Date(now.getTime() + CLAIM_MS)
  const limits = { atOnce: free, atOnceOfTenant: AT_ONCE_OF_TENANT }
  return database.asPlatform('claim e-mail', async (db) => {
    await takeClaimTurn(db, QUEUE)
    return db.rows(sql<Waiting>`${claiming(QUEUE, { now, heldUntil, ...limits })}
      select m.tenant_id as "tenantId", m.id, m.recipient, m.subject, m.body, m.attempts, m.created_at as "createdAt"
      from claimed m`)
  })
}

/** Only while this instance has the lease; returns its new state. */
function record(
  database: Database,
  message: Waiting,
  outcome: Outcome,
  now: Date,
): Promise<'sent' | 'dead' | 'pending'> {
  const isOver = now.getTime() - Date.parse(message.createdAt) >= GIVE_UP_MS
  const state = outcome.isSent ? 'sent' : outcome.isFinal || isOver ? 'dead' : 'pending'
  const held = { queue: QUEUE, row: message, now }
  const set = outcome.isSent ? sql`last_error = null, body = null` : sql`last_error = ${outcome.error}`
  return database.asPlatform('record e-mail', async (db) => {
    const at = retryAt(PAUSES_S, message.attempts, now, { isEndless: true })!
    await (state === 'pending' ? retryRow(db, { ...held, at, set }) : endRow(db, { ...held, state, set }))
    return state
  })
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/** Loads the library with the first e-mail. */
async function openTransport(smtp: SmtpConfig): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.isTls,
    // A password is never sent unencrypted over the network.
    requireTLS: smtp.user !== null && !LOOPBACK.includes(smtp.host),
    auth: smtp.user === null ? undefined : { user: smtp.user, pass: smtp.password },
    connectionTimeout: STEP_PATIENCE_MS,
    dnsTimeout: STEP_PATIENCE_MS,
    greetingTimeout: STEP_PATIENCE_MS,
    socketTimeout: STEP_PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function createDelivery(mail: Mail, smtp: SmtpConfig): (message: Waiting) => Promise<Outcome> {
  let opened: Promise<Transporter> | null = null
  return async ({ tenantId, id, recipient, subject, body }) => {
    if (body === null) return { isSent: false, isFinal: true, error: 'EMPTY' }
    try {
      const { text, html } = mail.open(body, { tenantId, id })
      opened ??= openTransport(smtp)
      const sent = (await opened).sendMail({
        from: smtp.from,
        // As an object: a comma in the address must not make two recipients.
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        // The same at every try, so that the recipient's server can recognize a repeated one.
        messageId: `<${id}@mimamori.invalid>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      await inTime(sent)
      return { isSent: true }
    } catch (error) {
      return { isSent: false, ...errorOf(error as Facts) }
    }
  }
}

/** A server that responds to each step just in time must not delay an e-mail beyond its lease. */
async function inTime(sent: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })), PATIENCE_MS)
  await Promise.race([sent, promise]).finally(() => clearTimeout(timer))
}

/** Codes only: a server's text may repeat the message. A rejected recipient or message is final. */
function errorOf({ code, responseCode, command }: Facts): { isFinal: boolean; error: string } {
  const word = (value: unknown) => (typeof value === 'string' && /^[A-Z][A-Z0-9_ ]{1,30}$/i.test(value) ? value : null)
  const status = typeof responseCode === 'number' ? responseCode : null
  const error = [word(code) ?? 'EUNKNOWN', word(command), status].filter((part) => part !== null).join(' ')
  const isAboutEmail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return { isFinal: isAboutEmail && status !== null && status >= 500, error }
}

/** Bodies contain links and codes: deleted after 7 days; the message after 90. */
export const forgetMail: Job = {
  name: 'mail.forget',
  everyMs: 10 * 60_000,
  batchSize: FORGET_AT_ONCE,
  async batch(db, now) {
    const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
    const emptied = await db.run(sql`
      update mail_message set body = null where (tenant_id, id) in (
        select tenant_id, id from mail_message where body is not null and created_at < ${before(BODY_DAYS)}
        order by created_at limit ${FORGET_AT_ONCE} for update skip locked)`)
    const removed = await db.run(sql`
      delete from mail_message where (tenant_id, id) in (
        select tenant_id, id from mail_message where created_at < ${before(MESSAGE_DAYS)}
        order by created_at limit ${FORGET_AT_ONCE} for update skip locked)`)
    return Math.max(emptied, removed)
  },
}
