/** The meaning of a response of a system that a customer named. No I/O, no clock. */
import { retryAfterOf } from '@mimamori/contract/shared/duration.ts'
import type { ExternalReason } from '@mimamori/contract/site/external.ts'
import type { Answer, OutboundResult } from './outbound.ts'

/** The result of one try. `retryAfterSeconds`: the pause that the other system requests. */
export type Outcome =
  | { isDone: true; status: number; message: string | null; json: object }
  | {
      isDone: false
      reason: ExternalReason
      status: number | null
      message: string | null
      retryAfterSeconds: number | null
    }

const LONGEST_MESSAGE = 200
const LONGEST_WAIT_SECONDS = 120
const TRANSIENT: readonly ExternalReason[] = [
  'unreachable',
  'unknown-host',
  'timeout',
  'cut-off',
  'busy',
  'server-error',
]

/** Whether a retry is useful. */
export function isTransient(reason: ExternalReason): boolean {
  return TRANSIENT.includes(reason)
}

/** Only JSON with a status of success is success: a proxy's friendly page is not. */
export function judge(result: OutboundResult, now: Date): Outcome {
  if ('reason' in result) {
    return { isDone: false, reason: result.reason, status: null, message: null, retryAfterSeconds: null }
  }
  const { answer } = result
  const parsed = readJson(answer)
  const message = messageOf(parsed)
  const failed = (reason: ExternalReason): Outcome => ({
    isDone: false,
    reason,
    status: answer.status,
    message,
    retryAfterSeconds: retryAfterOf(answer.retryAfter, now.getTime(), LONGEST_WAIT_SECONDS),
  })
  if (!answer.isOk) return failed(reasonOfStatus(answer.status))
  return parsed ? { isDone: true, status: answer.status, message, json: parsed } : failed('bad-answer')
}

/** The reason of a status other than success. */
export function reasonOfStatus(status: number): ExternalReason {
  if (status >= 500) return 'server-error'
  if (status === 429) return 'busy'
  if (status === 401 || status === 403) return 'unauthorized'
  return status >= 300 && status < 400 ? 'redirect' : 'rejected'
}

function readJson({ contentType, body }: Answer): object | null {
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(contentType)) return null
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? parsed : null
  } catch {
    return null
  }
}

/** Where providers say what was wrong; the first of them that is text. */
function messageOf(parsed: object | null): string | null {
  const { message = null, error = null, errors = null } = (parsed ?? {}) as Record<string, unknown>
  return lineOf(message) ?? lineOf(error) ?? lineOf(Array.isArray(errors) ? errors[0] : null)
}

function lineOf(message: unknown): string | null {
  if (typeof message !== 'string') return null
  const line = message.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.slice(0, LONGEST_MESSAGE).toWellFormed() || null
}
