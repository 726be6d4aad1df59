/** Rules of webhooks: what is shown of an address, when a delivery is tried again, and what an answer means. No I/O, no clock. */
import { randomBytes } from 'node:crypto'
import type { WebhookReason } from '@mimamori/contract/alerting/webhook.ts'
import { WEBHOOK_ANSWER_MAX } from '@mimamori/contract/alerting/webhook-lists.ts'
import { DAY_MS, MINUTE_MS, retryAfterOf } from '@mimamori/contract/shared/duration.ts'
import { isTransient, reasonOfStatus } from '#platform/outgoing/judge.ts'
import type { OutboundResult } from '#platform/outgoing/outbound.ts'

const SECRET_BYTES = 32
const SHOWN = 4
const LONGEST_ORIGIN = 200

/** A signing secret as Standard Webhooks writes it. */
export const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

export const lastFour = (text: string) => text.slice(-SHOWN)

/** Scheme, host and end: messengers take everybody who knows the whole address for the sender. */
export function shownAddress(url: string): string {
  const { origin } = new URL(url)
  return url.length - origin.length > 4 * SHOWN
    ? `${origin.slice(0, LONGEST_ORIGIN)}/…${lastFour(url)}`
    : `${origin.slice(0, LONGEST_ORIGIN)}/…`
}

type Column = 'url' | 'secret'
/** Where an address or a secret is sealed. */
export function placeOfWebhook(column: Column, { tenantId, id }: { tenantId: string; id: string }): string {
  return `${tenantId}|webhook|${column}|${id}`
}

/** Pauses after each failed try; the last one repeats until the delivery expires. */
export const PAUSES_S = [1, 5, 15, 60, 300, 900]
/** Administrators are notified of a target that has accepted nothing for this long. */
export const NOTICED_AFTER_MS = 10 * MINUTE_MS
/** It is then paused. */
export const PAUSED_AFTER_MS = DAY_MS
const LONGEST_WAIT_SECONDS = 900
const GONE = 410

export type Sent = {
  /** Null: it was accepted. */
  reason: WebhookReason | null
  /** A retry may help. */
  isTransient: boolean
  status: number | null
  answer: string | null
  retryAfterSeconds: number | null
}

/** Any status of success is success: messengers answer a word, or nothing. `secrets` are cut from the answer. */
export function outcomeOf(result: OutboundResult, secrets: readonly string[], now: Date): Sent {
  if ('reason' in result) {
    const { reason } = result
    return { reason, isTransient: isTransient(reason), status: null, answer: null, retryAfterSeconds: null }
  }
  const { status, isOk, body, retryAfter } = result.answer
  const retryAfterSeconds = retryAfterOf(retryAfter, now.getTime(), LONGEST_WAIT_SECONDS)
  const answer = cleanAnswer(body, secrets)
  if (isOk) return { reason: null, isTransient: false, status, answer, retryAfterSeconds: null }
  if (status === GONE) return { reason: 'gone', isTransient: false, status, answer, retryAfterSeconds }
  const reason = reasonOfStatus(status)
  return { reason, isTransient: isTransient(reason), status, answer, retryAfterSeconds }
}

/** Null: it is empty. */
function cleanAnswer(body: string, secrets: readonly string[]): string | null {
  let text = body
  for (const secret of secrets.toSorted((a, b) => b.length - a.length)) text = text.replaceAll(secret, '…')
  text = text
    .replace(/whsec_[A-Za-z0-9+/=]+/g, '…')
    .replace(/\b(bearer|basic) +[\w.~+/=-]+/gi, '$1 …')
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  return text.slice(0, WEBHOOK_ANSWER_MAX).toWellFormed() || null
}

const SECRET_PART_LENGTH = 8

/** What of an address and the secrets an answer must not show. */
export function secretsOf(url: string, keys: readonly string[]): string[] {
  const { pathname, search } = new URL(url)
  const parts = [url, pathname + search, ...pathname.split('/'), ...search.split(/[?&=]/)]
  return [...parts, ...keys].filter((part) => part.length >= SECRET_PART_LENGTH)
}
