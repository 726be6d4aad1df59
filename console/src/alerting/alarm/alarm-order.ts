/** Which alarms the bar shows, and the user's actions on each. ALARM-02, ALARM-03. */
import type { Alarm, OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import { isLateAlarm } from '@mimamori/contract/alerting/alert-lists.ts'
import { compareAlarms, isFall } from '@mimamori/contract/shared/alarm-order.ts'
import {
  ALARM_OUTCOMES,
  type AlarmAction,
  type AlarmOutcome,
  OUTCOMES_WITHOUT_CLAIM,
} from '@mimamori/contract/shared/alarm-state.ts'
import { callsOf, type RoomCall } from '@mimamori/contract/shared/room-call.ts'

export type Me = { id: string; isStation: boolean }
export type Standing = Pick<Alarm, 'state' | 'claimer' | 'joined' | 'arrived'>
/** The unresolved alarms of a room: its worst one, and the others. NIGHT-01. */
export type OpenCall = RoomCall<OpenAlarm>

/** Whether the user goes to the alarm, or is there. */
export function isMine({ claimer, joined, arrived }: Standing, { id }: Me): boolean {
  return [claimer, arrived, ...joined].some((person) => person?.userId === id)
}

/** Whether a lost connection delayed the alarm for long and nobody has gone to it: it does not ring repeatedly. */
export function isLate({ occurredAt, alarm }: OpenAlarm): boolean {
  return alarm.opening === 1 && isLateAlarm({ occurredAt, openSince: alarm.openSince })
}

/** The contract's order; late alarms come after all current ones. */
function compare(a: OpenAlarm, b: OpenAlarm): number {
  const placeOf = ({ alertId, alarm, ...alert }: OpenAlarm) => ({ ...alert, id: alertId, state: alarm.state })
  return Number(isLate(a)) - Number(isLate(b)) || compareAlarms(placeOf(a), placeOf(b))
}

export const callsIn = (alarms: readonly OpenAlarm[]): OpenCall[] => callsOf(alarms, compare)

/** All alarms of the call, the worst first. */
export const membersOf = (call: OpenCall): OpenAlarm[] => [call, ...call.others]

/** People who go to the room, or are there, each once; empty names are left out. */
export function goersOf(call: OpenCall): { userId: string | null; userName: string }[] {
  const people = membersOf(call).flatMap(({ alarm: { claimer, joined } }) => [claimer, ...joined])
  return [...new Map(people.flatMap((one) => (one?.userName ? [[one.userName, one]] : []))).values()]
}

/** Whether somebody is in the room of the call. */
export const isReached = (call: OpenCall): boolean => membersOf(call).some(({ alarm }) => alarm.state === 'arrived')

/** When the first of those who go to the room claimed it, or when one arrived. */
export function goneSince(call: OpenCall): string {
  const steps = membersOf(call).map(({ alarm }) => alarm)
  const arrivals = steps.flatMap(({ arrived }) => arrived?.at ?? [])
  return (arrivals.length > 0 ? arrivals : steps.flatMap(({ claimer }) => claimer?.at ?? [])).toSorted()[0]!
}

/** At a station, every claimed or reached alarm counts as its own. */
const isOwn = (call: OpenCall, me: Me): boolean =>
  membersOf(call).some(({ alarm }) => alarm.state !== 'open' && (me.isStation || isMine(alarm, me)))
const isOpenFall = (call: OpenCall): boolean => membersOf(call).some((one) => one.alarm.state === 'open' && isFall(one))

/**
 * At most `most` calls in order. The user's own are always shown, even beyond that, plus one more. Open falls take the
 * other places first.
 */
export function shownOf(calls: readonly OpenCall[], me: Me, most: number): OpenCall[] {
  const ordered = calls.toSorted(compare)
  const own = ordered.filter((one) => isOwn(one, me))
  const others = ordered.filter((one) => !own.includes(one))
  const isUrgent = (one: OpenCall) => isOpenFall(one) && !isLate(one)
  const byUrgency = [...others.filter(isUrgent), ...others.filter((one) => !isUrgent(one))]
  const chosen = new Set([...own, ...byUrgency.slice(0, Math.max(1, most - own.length))])
  return ordered.filter((one) => chosen.has(one))
}

type Places = { wanted: readonly OpenCall[]; calls: readonly OpenCall[]; me: Me; most: number }

/**
 * Keeps the rows shown until now at their places, with their present state. One that is over stays as such while another stands below
 * it, which would move up. What came since stands below: open falls and one's own in any case, others where there is room.
 */
export function keepPlaces(before: readonly OpenCall[], { wanted, calls, me, most }: Places): OpenCall[] {
  const all = before.map((row) => calls.find(({ room }) => room === row.room) ?? over(row))
  const rows = all.slice(0, all.findLastIndex(({ alarm }) => alarm.state !== 'resolved') + 1)
  const added = wanted.filter(({ room }) => !before.some((row) => row.room === room))
  const left = most - rows.length
  return [...rows, ...added.filter((one, at) => at < left || isOpenFall(one) || isOwn(one, me))]
}

const over = (row: OpenCall): OpenCall => ({ ...row, alarm: { ...row.alarm, state: 'resolved' } })

/** About rooms without a row: in how many a fall is open, how many were late, and those to which somebody goes. */
export function hiddenOf(
  calls: readonly OpenCall[],
  shown: readonly OpenCall[],
): { openFalls: number; going: OpenCall[]; late: number } {
  const hidden = calls.filter(({ room }) => !shown.some((row) => row.room === room))
  const going = hidden.filter((one) => goersOf(one).length > 0)
  const late = hidden.filter((one) => one.alarm.state === 'open' && isLate(one)).length
  return { openFalls: hidden.filter(isOpenFall).length, going, late }
}

/**
 * The alarm that a key means: the alert whose page is open; for a key that reaches or ends an alarm, the user's own before
 * a newer one; else the first of the bar.
 */
export function meantBy(
  action: AlarmAction,
  fitting: readonly OpenCall[],
  { openId, me }: { openId: string | undefined; me: Me },
): OpenCall | undefined {
  const own = action === 'claim' ? undefined : fitting.find(({ alarm }) => isMine(alarm, me))
  return fitting.find((call) => membersOf(call).some(({ alertId }) => alertId === openId)) ?? own ?? fitting[0]
}

/** The most likely action first. */
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

/** Possible actions after presses that the service has not processed yet. */
export function actionsAfter(last: AlarmAction): AlarmAction[] {
  if (last === 'claim' || last === 'join') return ['arrive', 'resolve']
  return last === 'arrive' ? ['resolve'] : []
}

/** An alarm that nobody went to has few outcomes. */
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
