/** A press on the call of a room: which of its alarms it changes, and how. Pure. NIGHT-01; domain.md "Call of a room". */
import type { Alarm } from '@mimamori/contract/alerting/alarm.ts'
import { compareBadness } from '@mimamori/contract/shared/alarm-order.ts'
import type { Activity, AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import { type AlarmStepKind, answer, type Press } from './alarm.machine.ts'

/** An alarm of the room, the named one among them. */
export type Member = {
  id: string
  severity: AlertSeverity
  activity: Activity
  /** When it was stored, ISO text. */
  createdAt: string
  alarm: Alarm
  hasGone: boolean
}
type RoomPress = Omit<Press, 'hasGone'> & {
  /** The alarm that was pressed: it decides whether the press is refused. */
  namedId: string
  /** What the person saw; undefined: all that were stored until the named one. */
  seenIds?: readonly string[]
  isAlone: boolean
}
export type ChangedMember = Pick<Member, 'id' | 'severity' | 'activity'> & {
  before: Alarm
  alarm: Alarm
  steps: AlarmStepKind[]
}
export type RoomAnswered =
  | { kind: 'changed'; members: ChangedMember[] }
  | { kind: 'same' }
  | { kind: 'refused'; key: 'alarm-claimed' | 'alarm-state' }

type Moment = Parameters<typeof answer>[2]

/** The next states of the room's alarms after this press; `members`: never without the named one. */
export function answerRoom(members: readonly Member[], press: RoomPress, moment: Moment): RoomAnswered {
  const named = members.find(({ id }) => id === press.namedId)!
  const hasGone = members.some((member) => member.hasGone)
  const first = answer(named.alarm, { ...press, hasGone }, moment)
  if (first.kind === 'refused') return first
  const others = press.isAlone ? [] : meantBy(press, members, named)
  const changed = [named, ...others].flatMap((member): ChangedMember[] => {
    const { id, severity, activity, alarm: before } = member
    // A person who claims a room joins those that go to its other alarms.
    const action = press.action === 'claim' && before.state !== 'open' ? 'join' : press.action
    // What ends an answered alarm ends the open ones beside it, but no worse one that the person never went to.
    const isAnswered = compareBadness(member, named) >= 0 && (hasGone || named.alarm.state !== 'open')
    const answered = answer(before, { ...press, action, hasGone: member.hasGone || isAnswered }, moment)
    return answered.kind === 'changed'
      ? [{ id, severity, activity, before, alarm: answered.alarm, steps: answered.steps }]
      : []
  })
  return changed.length > 0 ? { kind: 'changed', members: changed } : { kind: 'same' }
}

/** The others that the press is about: a worse one that the person has not seen is a matter of its own. */
function meantBy(press: RoomPress, members: readonly Member[], named: Member): Member[] {
  const { seenIds } = press
  const isSeen = ({ id, createdAt }: Member) =>
    id === named.id || (seenIds ? seenIds.includes(id) : createdAt <= named.createdAt)
  const worstSeen = members.filter(isSeen).toSorted(compareBadness)[0]!
  const isMeant = (member: Member) => isSeen(member) || compareBadness(member, worstSeen) >= 0
  return members.filter((member) => member.id !== named.id && isMeant(member))
}
