/** State transitions of an alarm: pure. Requirements ALARM-01, ALARM-02, NIGHT-05; domain.md "Alarm, read, answered". */
import type { Alarm } from '@mimamori/contract/alerting/alarm.ts'
import {
  type AlarmAction,
  type AlarmOutcome,
  OUTCOMES_WITHOUT_CLAIM,
  RETURNED_AFTER_MS,
} from '@mimamori/contract/shared/alarm-state.ts'
import type { Answerer } from '#shared/answerer.ts'

export type Press = {
  action: AlarmAction
  by: Answerer
  /** With `resolve`. */
  outcome?: AlarmOutcome
  note?: string | null
  /** The person has claimed or joined this alarm before: a claim that ran out on the way leaves every outcome open. */
  hasGone: boolean
}
export type AlarmStepKind = 'claimed' | 'joined' | 'given-back' | 'claim-expired' | 'arrived' | 'resolved' | 'undone'

/** `same`: the press has no effect. `refused`: another person has claimed it, or the step is not possible now. */
export type Answered =
  | { kind: 'changed'; alarm: Alarm; steps: AlarmStepKind[] }
  | { kind: 'same' }
  | { kind: 'refused'; key: 'alarm-claimed' | 'alarm-state' }

type Moment = { nowMs: number; arrivalLimitMs: number }

const CLAIMED: Answered = { kind: 'refused', key: 'alarm-claimed' }
const IMPOSSIBLE: Answered = { kind: 'refused', key: 'alarm-state' }
const SAME: Answered = { kind: 'same' }

export function openAlarmAt(atMs: number): Alarm {
  const openSince = new Date(atMs).toISOString()
  return {
    ...{ state: 'open', openSince, opening: 1, reopened: null, claimer: null, claimEndsAt: null, joined: [] },
    ...{ arrived: null, resolved: null },
  }
}

/** The alarm's next state after this press. */
export function answer(alarm: Alarm, press: Press, moment: Moment): Answered {
  if (alarm.state === 'resolved') return IMPOSSIBLE
  switch (press.action) {
    case 'claim':
      return claim(alarm, press.by, moment)
    case 'join':
      return join(alarm, press.by, moment)
    case 'give-back':
      return giveBack(alarm, press.by, moment)
    case 'arrive':
      return arrive(alarm, press.by, moment)
    case 'resolve':
      return resolve(alarm, press, moment)
  }
}

function claim(alarm: Alarm, by: Answerer, moment: Moment): Answered {
  if (isGoing(alarm, by)) return SAME
  return alarm.state === 'open' ? changed(claimedBy(alarm, by, moment), 'claimed') : CLAIMED
}

function join(alarm: Alarm, by: Answerer, moment: Moment): Answered {
  if (alarm.state === 'open') return IMPOSSIBLE
  if (isGoing(alarm, by)) return SAME
  return changed({ ...alarm, joined: [...alarm.joined, personAt(by, moment)] }, 'joined')
}

/** The first one's claim opens the alarm again, also for those that joined; they may claim it. */
function giveBack(alarm: Alarm, by: Answerer, { nowMs }: Moment): Answered {
  if (alarm.state !== 'claimed' || !isGoing(alarm, by)) return IMPOSSIBLE
  if (alarm.claimer?.userId === by.userId) return changed(openedAgain(alarm, nowMs, 'given-back'), 'given-back')
  const joined = alarm.joined.filter(({ userId }) => userId !== by.userId)
  return changed({ ...alarm, joined }, 'given-back')
}

/** A person in the room has come, whatever was pressed before: without a claim this is one, too. */
function arrive(alarm: Alarm, by: Answerer, moment: Moment): Answered {
  if (alarm.state === 'arrived') return SAME
  const isOpen = alarm.state === 'open'
  const claimed = isOpen ? claimedBy(alarm, by, moment) : alarm
  const arrived = { ...personAt(by, moment), seenBy: 'person' as const }
  return changed(
    { ...claimed, state: 'arrived', claimEndsAt: null, arrived },
    ...(isOpen ? (['claimed'] as const) : []),
    'arrived',
  )
}

function resolve(alarm: Alarm, { by, outcome = 'other', note = null, hasGone }: Press, moment: Moment): Answered {
  if (alarm.state === 'open' && !hasGone && !OUTCOMES_WITHOUT_CLAIM.includes(outcome)) return IMPOSSIBLE
  const resolved = { ...personAt(by, moment), outcome, note: note || null }
  return changed({ ...alarm, state: 'resolved', claimEndsAt: null, resolved }, 'resolved')
}

/** The camera detected an arrival after a claim; null: there was no claim. ALARM-06. */
export function seenToArrive(alarm: Alarm, nowMs: number): Alarm | null {
  if (alarm.state !== 'claimed') return null
  const at = new Date(nowMs).toISOString()
  const arrived = { userId: null, userName: '', at, seenBy: 'camera' as const }
  return { ...alarm, state: 'arrived', claimEndsAt: null, arrived }
}

/**
 * The alarm, ended because the resident is back in bed since `inBedSinceMs`; null: somebody goes, or it was not long
 * enough since then and since the alarm opened. NIGHT-05.
 */
export function endByReturn(alarm: Alarm, inBedSinceMs: number, nowMs: number): Alarm | null {
  const lastedMs = nowMs - Math.max(inBedSinceMs, Date.parse(alarm.openSince))
  if (alarm.state !== 'open' || lastedMs < RETURNED_AFTER_MS) return null
  const ending = { userId: null, userName: '', outcome: 'returned' as const, note: null }
  return { ...alarm, state: 'resolved', resolved: { ...ending, at: new Date(nowMs).toISOString() } }
}

/** The alarm, reopened because nobody arrived in time; null: its claim has not ended. */
export function expire(alarm: Alarm, nowMs: number): Alarm | null {
  if (alarm.state !== 'claimed' || Date.parse(alarm.claimEndsAt!) > nowMs) return null
  return openedAgain(alarm, nowMs, 'expired')
}

/**
 * The state before the undone press. Reopening it counts as another opening, so that recipients of withdrawn messages
 * are notified again. It has been open since the original time, and escalation continues from there.
 */
export function undo(alarm: Alarm, before: Alarm): Alarm {
  const isOpenAgain = before.state === 'open' && alarm.state !== 'open'
  return { ...before, opening: alarm.opening + (isOpenAgain ? 1 : 0) }
}

function openedAgain(alarm: Alarm, nowMs: number, reopened: Alarm['reopened']): Alarm {
  const openSince = new Date(nowMs).toISOString()
  const none = { claimer: null, claimEndsAt: null, joined: [] }
  return { ...alarm, ...none, state: 'open', openSince, opening: alarm.opening + 1, reopened }
}

function claimedBy(alarm: Alarm, by: Answerer, moment: Moment): Alarm {
  const claimEndsAt = new Date(moment.nowMs + moment.arrivalLimitMs).toISOString()
  return { ...alarm, state: 'claimed', claimer: personAt(by, moment), claimEndsAt, joined: [] }
}

function isGoing({ claimer, joined }: Alarm, { userId }: Answerer): boolean {
  return claimer?.userId === userId || joined.some((one) => one.userId === userId)
}

function personAt({ userId, userName }: Answerer, { nowMs }: Moment) {
  return { userId, userName, at: new Date(nowMs).toISOString() }
}

function changed(alarm: Alarm, ...steps: AlarmStepKind[]): Answered {
  return { kind: 'changed', alarm, steps }
}
