/**
 * How a handover lists its alarms: urgent ones one by one, all others grouped by room and kind. HANDOVER-01. No zod
 * here, so that browsers can load it.
 */
import { compareAlarms, isFall } from '../shared/alarm-order.ts'
import { ALARM_STATES, type StoredOutcome } from '../shared/alarm-state.ts'
import { groupBy } from '../shared/group-by.ts'
import type { HandoverAlarm, HandoverRoom, HandoverSheet } from './handover.ts'

/** Alarms of one kind in one room, newest first; never empty. */
export type FoldedAlarms = { key: string; alarms: readonly [HandoverAlarm, ...HandoverAlarm[]] }

const HARM: readonly (StoredOutcome | null)[] = ['injury', 'hospital']

/**
 * `listed`: falls, critical alarms, high ones that are not bed exits, and any that ended with harm; falls first, then
 * in the order of all alarms. `folded`: all others, rooms with open alarms first, then those with the most alarms.
 */
export function foldAlarms(alarms: readonly HandoverAlarm[]): { listed: HandoverAlarm[]; folded: FoldedAlarms[] } {
  const listed = alarms.filter(isListed).toSorted((a, b) => Number(isFall(b)) - Number(isFall(a)) || compare(a, b))
  const rest = alarms.filter((alarm) => !isListed(alarm)).toSorted(byTime)
  const groups = groupBy(rest, ({ room, activity, kindName }) => `${room} ${activity} ${kindName}`)
  const folded = [...groups].map(([key, [first, ...others]]) => ({ key, alarms: [first!, ...others] as const }))
  const worst = ({ alarms: [first, ...others] }: FoldedAlarms) => [first, ...others].toSorted(compare)[0]!
  return {
    listed,
    folded: folded.toSorted(
      (a, b) =>
        stateRank(worst(a)) - stateRank(worst(b)) || b.alarms.length - a.alarms.length || compare(worst(a), worst(b)),
    ),
  }
}

/** The alarms of the shift and those still open from before it, without duplicates. */
export function alarmsOf({ alarms, open }: Pick<HandoverSheet, 'alarms' | 'open'>): HandoverAlarm[] {
  return [...new Map([...open, ...alarms].map((alarm) => [alarm.alertId, alarm])).values()]
}

/** The room's usual number of bed exits in such a shift; null: another kind of alarm, or not known. */
export function usualOf({ alarms: [{ activity, room }] }: FoldedAlarms, rooms: HandoverSheet['rooms']): number | null {
  const found = activity === 'A006' ? rooms.find((one) => one.room === room) : undefined
  return found?.usualBedExits ?? null
}

/** A smaller difference from the usual number of bed exits is quiet. */
const UNUSUAL_FROM = 2

/** Whether the room had clearly more or fewer bed exits than usual. */
export function isUnusual({ bedExits, usualBedExits }: Pick<HandoverRoom, 'bedExits' | 'usualBedExits'>): boolean {
  return usualBedExits !== null && Math.abs(bedExits - usualBedExits) >= UNUSUAL_FROM
}

/** Whether a room needs no row of its own on paper: nobody wrote a note, looked in or visited, and it was as usual. */
export function isQuiet(room: HandoverRoom): boolean {
  const { bedExits, usualBedExits, note, checkIns, visits } = room
  const isAsUsual = usualBedExits === null ? bedExits === 0 : !isUnusual(room)
  return isAsUsual && note.text === '' && checkIns === 0 && visits === 0
}

/** Alarms grouped by outcome or state: one alarm of each group, the most frequent first. */
export function endsOf({ alarms }: FoldedAlarms): { alarm: HandoverAlarm; count: number }[] {
  const ends = groupBy(alarms, ({ outcome, state }) => outcome ?? state)
  return [...ends.values()]
    .map((alike) => ({ alarm: alike[0]!, count: alike.length }))
    .toSorted((a, b) => b.count - a.count)
}

function isListed({ activity, severity, outcome }: HandoverAlarm): boolean {
  return (
    isFall({ activity }) ||
    severity === 'critical' ||
    HARM.includes(outcome) ||
    (severity === 'high' && activity !== 'A006')
  )
}

const stateRank = ({ state }: HandoverAlarm): number => ALARM_STATES.indexOf(state)
const byTime = (a: HandoverAlarm, b: HandoverAlarm): number => b.occurredAt.localeCompare(a.occurredAt)
const compare = (a: HandoverAlarm, b: HandoverAlarm): number =>
  compareAlarms({ ...a, id: a.alertId }, { ...b, id: b.alertId })
