/** Which alarms the bar shows, and what this person can press on one. ALARM-02, ALARM-03. */
import type { Alarm, OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import {
  ALARM_OUTCOMES,
  type AlarmAction,
  type AlarmOutcome,
  OUTCOMES_WITHOUT_CLAIM,
} from '@mimamori/contract/alerting/alarm-state.ts'

export type Me = { id: string; isStation: boolean }
export type Standing = Pick<Alarm, 'state' | 'claimer' | 'joined' | 'arrived'>

/** One of those that go to it, or are there. */
export function isMine({ claimer, joined, arrived }: Standing, { id }: Me): boolean {
  return [claimer, arrived, ...joined].some((person) => person?.userId === id)
}

/** Those that nobody has claimed stand first, newest first; one's own is always among those shown, at a station anybody's. */
export function shownOf(alarms: readonly OpenAlarm[], me: Me, most: number): OpenAlarm[] {
  const rank = ({ alarm }: OpenAlarm) => (alarm.state === 'open' ? 0 : me.isStation || isMine(alarm, me) ? 1 : 2)
  const ordered = alarms.toSorted((a, b) => rank(a) - rank(b) || b.occurredAt.localeCompare(a.occurredAt))
  const shown = ordered.slice(0, most)
  const mine = ordered.find((one) => rank(one) === 1)
  if (mine && most > 1 && !shown.includes(mine)) shown[shown.length - 1] = mine
  return shown
}

/**
 * Which of those that it fits a key means: the alert whose page is open; what ends or reaches an alarm means one's own before
 * one that came meanwhile; else the first of the bar.
 */
export function meantBy<T extends { alertId: string; alarm: Standing }>(
  action: AlarmAction,
  fitting: readonly T[],
  { openId, me }: { openId: string | undefined; me: Me },
): T | undefined {
  const own = action === 'claim' ? undefined : fitting.find(({ alarm }) => isMine(alarm, me))
  return fitting.find(({ alertId }) => alertId === openId) ?? own ?? fitting[0]
}

/** The first is the one that is wanted most. */
export function actionsOf(alarm: Standing, me: Me): AlarmAction[] {
  const hasPart = isMine(alarm, me)
  switch (alarm.state) {
    case 'open':
      return ['claim']
    case 'claimed':
      if (me.isStation) return ['arrive', 'join', 'give-back', 'resolve']
      if (alarm.claimer?.userId === me.id) return ['arrive', 'resolve', 'give-back']
      return hasPart ? ['arrive', 'resolve'] : ['join']
    case 'arrived':
      return hasPart ? ['resolve'] : ['join', 'resolve']
    default:
      return []
  }
}

/** What can come after presses that the service does not know yet. */
export function actionsAfter(last: AlarmAction): AlarmAction[] {
  if (last === 'claim' || last === 'join') return ['arrive', 'resolve']
  return last === 'arrive' ? ['resolve'] : []
}

/** An alarm that nobody went to ends in few ways. */
export function outcomesOf(hasSomebodyGone: boolean): readonly AlarmOutcome[] {
  return hasSomebodyGone ? ALARM_OUTCOMES : OUTCOMES_WITHOUT_CLAIM
}

/** `0:12`, `1:02:03`. */
export function runningTime(milliseconds: number): string {
  const total = Math.max(0, Math.floor(milliseconds / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
