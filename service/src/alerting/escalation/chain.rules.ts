/** Decides when an alarm that nobody answers is repeated: pure functions. Requirement NIGHT-04; domain.md "Nobody answers". */

import { ROUND_GROUPS } from '@mimamori/contract/alerting/channel.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { opensFeature } from '@mimamori/contract/site/packages.ts'
import { type Hours, inactiveUntil, NEEDED } from './escalation.rules.ts'

/** A rule that watches the alarm and has not fired in this opening. Times in ms since the epoch. */
type WaitingRule = {
  escalationId: string
  /** When it is decided on; null: it cannot fire under the present settings. */
  dueAtMs: number | null
  activeHours: Hours['activeHours']
  /** It waits for its active hours. */
  isPutOff: boolean
  /** It was brought forward and has not fired yet. */
  isHurried: boolean
}

/** An open alarm at the moment of the decision. Times in ms since the epoch. */
export type Chain = {
  tenantId: string
  alertId: string
  unitId: string | null
  /** Rounds so far in this opening. */
  round: number
  isOpen: boolean
  dueAtMs: number
  endsAtMs: number
  /** Its last step: it opened, a rule called somebody, or a round began. */
  steppedAtMs: number
  rules: readonly WaitingRule[]
  /** Its last step had no recipient. */
  isUnheard: boolean
  /** Messages of its last step, and those of them that were not given up. */
  messages: number
  hopeful: number
  /** A step of it has not become messages yet. */
  isExpanding: boolean
  /** Its detection notifies nobody, on purpose. */
  isNobodyNotified: boolean
  repeatMinutes: number
  timezone: string
  packages: readonly string[]
  isSiteDisabled: boolean
}

/**
 * `round`: repeat it now. `hurry`: the rule fires without waiting for its threshold. `wait`: decide again at that time.
 * `give-up`: nothing is repeated under the current settings, or the alarm is not open any more.
 */
export type ChainDecision =
  | { kind: 'round' }
  | { kind: 'hurry'; escalationId: string; untilMs: number }
  | { kind: 'wait'; untilMs: number }
  | { kind: 'give-up' }

/** A rule that was brought forward fires within a second; it is decided on again if that did not happen. */
const HURRIED_MS = MINUTE_MS

/**
 * Decides about the alarms of one site at `nowMs`; those that are not due and do not join a round get no decision. If
 * one is repeated, those that would be repeated within half of the interval join it: nobody gets two messages in less
 * than that time, however many alarms wait.
 */
export function decideSite(chains: readonly Chain[], nowMs: number): { chain: Chain; decision: ChainDecision }[] {
  const decided = chains.map((chain) => ({ chain, decision: chain.dueAtMs <= nowMs ? decide(chain, nowMs) : null }))
  const isRound = decided.some(({ decision }) => decision?.kind === 'round')
  return decided.flatMap(({ chain, decision }) => {
    const joins = isRound && (decision === null || decision.kind === 'wait') && mayJoin(chain, nowMs)
    if (joins) return [{ chain, decision: { kind: 'round' as const } }]
    return decision === null ? [] : [{ chain, decision }]
  })
}

function decide(of: Chain, nowMs: number): ChainDecision {
  if (!of.isOpen || of.isSiteDisabled || nowMs > of.endsAtMs) return { kind: 'give-up' }
  const hurried = isUnheard(of) ? hurry(of, nowMs) : null
  if (hurried) return hurried
  if (of.repeatMinutes === 0) return { kind: 'give-up' }
  const everyMs = of.repeatMinutes * MINUTE_MS
  if (isQuiet(of)) return { kind: 'wait', untilMs: nowMs + everyMs }
  // A clock that was set back must not lengthen the silence.
  const untilMs = Math.max(Math.min(of.steppedAtMs, nowMs), ...pendingOf(of).map(({ dueAtMs }) => dueAtMs)) + everyMs
  return untilMs <= nowMs ? { kind: 'round' } : { kind: 'wait', untilMs }
}

/** Every message of its last step was given up, or the step had no recipient: that counts as no answer. */
function isUnheard(of: Chain): boolean {
  if (of.isExpanding || of.hopeful > 0 || isQuiet(of)) return false
  return of.messages > 0 || of.isUnheard
}

/** The next step, without waiting for its time. Null: administrators were called already, and the interval holds. */
function hurry(of: Chain, nowMs: number): ChainDecision | null {
  const rules = pendingOf(of).sort((a, b) => a.dueAtMs - b.dueAtMs)
  if (rules.some(({ isHurried }) => isHurried)) return { kind: 'wait', untilMs: nowMs + HURRIED_MS }
  const next = rules.find((rule) => inactiveUntil({ ...rule, timezone: of.timezone }, nowMs) === null)
  if (next) return { kind: 'hurry', escalationId: next.escalationId, untilMs: nowMs + HURRIED_MS }
  return of.repeatMinutes > 0 && of.round < ROUND_GROUPS.length ? { kind: 'round' } : null
}

/** Rules that come before the first round. Those that wait for their hours hold nothing up. */
function pendingOf(of: Chain) {
  if (of.round > 0 || !opensFeature(of.packages, NEEDED)) return []
  return of.rules.flatMap((rule) =>
    rule.dueAtMs === null || rule.isPutOff ? [] : [{ ...rule, dueAtMs: rule.dueAtMs }],
  )
}

/** Nobody is notified on purpose, and nobody was: it is repeated only after a rule or a person notified somebody. */
function isQuiet({ isNobodyNotified, messages, round }: Chain): boolean {
  return isNobodyNotified && messages === 0 && round === 0
}

function mayJoin(of: Chain, nowMs: number): boolean {
  const isRepeated = of.isOpen && !of.isSiteDisabled && of.repeatMinutes > 0 && nowMs <= of.endsAtMs
  if (!isRepeated || isQuiet(of) || of.isExpanding || pendingOf(of).length > 0) return false
  return nowMs - of.steppedAtMs >= (of.repeatMinutes * MINUTE_MS) / 2
}
