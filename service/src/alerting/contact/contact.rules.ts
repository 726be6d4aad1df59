/** What became of a request to a contact, and when the next one follows. REACH-60, REACH-62. */

import type { ContactProblem, ContactState } from '@mimamori/contract/camera/contact-lists.ts'
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'

export type Outcome =
  | { state: ContactState; isReported: boolean; problem: null | 'stuck' }
  | { state: null; isReported: false; problem: ContactProblem }

const PROBLEMS: Partial<Record<string, ContactProblem>> = {
  busy: 'hub-away',
  stopping: 'hub-away',
  'helper-lost': 'hub-away',
  refused: 'not-reached',
  unreachable: 'not-reached',
  timeout: 'not-reached',
  'host-unknown': 'not-reached',
  'login-wrong': 'login-wrong',
  'network-not-allowed': 'not-allowed',
  redirected: 'not-allowed',
  'bad-address': 'not-allowed',
  'camera-unknown': 'camera-unknown',
  'not-found': 'output-missing',
}

/** A hub that knows no better says that the answer was wrong. */
export const problemOf = (code: string): ContactProblem => PROBLEMS[code] ?? 'answer-wrong'

/** Failing requests are repeated: soon at first, then at least this often, so that a contact follows its hub back. */
const RETRY_MS = { least: 1_000, most: 10_000 }
/** A closed relay may open by itself, or lose its power. */
const CLOSED_CHECK_MS = MINUTE_MS
const CHECK_MS = HOUR_MS
/** A hub that starts again fails for some seconds. */
const MAIL_AFTER_MS = 2 * MINUTE_MS

export function nextAfter(outcome: Outcome, { want, failingMs }: { want: ContactState; failingMs: number }): number {
  if (outcome.problem) return Math.min(RETRY_MS.most, Math.max(RETRY_MS.least, failingMs))
  return want === 'closed' ? CLOSED_CHECK_MS : CHECK_MS
}

/** At once while a call waits that the contact should ring. */
export const isWorthMail = (outcome: Outcome, { want, failingMs }: { want: ContactState; failingMs: number }) =>
  outcome.problem !== null && (want === 'closed' || failingMs >= MAIL_AFTER_MS)
