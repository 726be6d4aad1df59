/** States of the demo's alarms: most are over, some of the latest are open or claimed. */

import { USUAL_ALARM_SEVERITIES, USUAL_ARRIVAL_LIMIT_S } from '@mimamori/contract/shared/alarm-state.ts'
import { MINUTE_MS, SECOND_MS } from '@mimamori/contract/shared/duration.ts'
import type { PastAlert, StaffMember } from './demo-history.ts'

export type AlarmStep = { kind: 'claimed' | 'arrived' | 'resolved'; at: Date; by: StaffMember; outcome: string | null }

/** The columns of its row; without a state: activity, or an alarm that is open, as the database makes it. */
export type AlarmRow = {
  alarmState: 'claimed' | 'arrived' | 'resolved' | null
  openSince: Date | null
  opening: number | null
  claimEndsAt: Date | null
  claimedAt: Date | null
  arrivedAt: Date | null
  resolvedAt: Date | null
  answererId: string | null
  answererName: string | null
  outcome: string | null
}

const NONE: AlarmRow = {
  ...{ alarmState: null, openSince: null, opening: null, claimEndsAt: null, claimedAt: null, arrivedAt: null },
  ...{ resolvedAt: null, answererId: null, answererName: null, outcome: null },
}

const isAlarm = ({ severity }: Pick<PastAlert, 'severity'>) =>
  (USUAL_ALARM_SEVERITIES as readonly string[]).includes(severity)

/** What was done until `now`, in order. Staff claim when they look; some of the latest are claimed by those on duty. */
export function alarmSteps(alert: PastAlert, onDuty: readonly StaffMember[], now: Date): AlarmStep[] {
  if (!isAlarm(alert)) return []
  const lot = alert.createdAt.getTime() % 97
  const by = alert.seen?.by ?? onDuty[lot % onDuty.length]
  const isLeftOpen = !alert.seen && lot % 3 === 0
  if (!by || isLeftOpen) return []
  const claimedMs = alert.seen?.at.getTime() ?? alert.createdAt.getTime() + (20 + lot) * SECOND_MS
  const arrivedMs = claimedMs + (30 + lot) * SECOND_MS
  const resolvedMs = arrivedMs + (2 + (lot % 7)) * MINUTE_MS
  const outcome = outcomeOf(alert, lot)
  const steps: AlarmStep[] = [
    { kind: 'claimed', at: new Date(claimedMs), by, outcome: null },
    { kind: 'arrived', at: new Date(arrivedMs), by, outcome: null },
    ...(alert.seen ? [{ kind: 'resolved' as const, at: new Date(resolvedMs), by, outcome }] : []),
  ]
  return steps.filter(({ at }) => at <= now)
}

function outcomeOf({ appCode, verdict }: PastAlert, lot: number): string {
  if (verdict?.of === 'false-alarm') return 'false-alarm'
  if (appCode === 'A005') return lot % 5 === 0 ? 'injury' : 'no-injury'
  return lot % 4 === 0 ? 'nothing-needed' : 'assisted'
}

/** The row that these steps lead to. */
export function alarmRow({ createdAt }: PastAlert, steps: readonly AlarmStep[]): AlarmRow {
  const last = steps.at(-1)
  if (!last) return NONE
  const atOf = (kind: AlarmStep['kind']) => steps.find((step) => step.kind === kind)?.at ?? null
  const claimedAt = atOf('claimed')!
  const endsAt = new Date(claimedAt.getTime() + USUAL_ARRIVAL_LIMIT_S * SECOND_MS)
  return {
    ...{ alarmState: last.kind, openSince: createdAt, opening: 1, outcome: last.outcome },
    ...{ claimedAt, arrivedAt: atOf('arrived'), resolvedAt: atOf('resolved') },
    claimEndsAt: last.kind === 'claimed' ? endsAt : null,
    ...{ answererId: last.by.userId, answererName: last.by.name },
  }
}
