/** A site with open alarms that accepts presses: implements only the rules that the console shows. */
import type { Alarm, AlarmAnswer, OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import { ALERT_DETAIL, ALERT_LIST } from './answers.ts'
import { anAlarm, anAlertDetail, anOpenAlarm, openAlarms } from './rows.ts'
import { type Answers, refusal, tell } from './service.ts'

type Person = { id: string; displayName: string }

/** `me`: the user of this console. `raise`: raises the newest alarm, of the room with that number. */
export function alarmSite(me: Person, ...numbers: number[]) {
  let rows = numbers.map((number) => anOpenAlarm(number))
  const before = new Map<string, { alertId: string; alarm: Alarm }>()
  const rowOf = (id: string) => rows.find(({ alertId }) => alertId === id)
  const change = (id: string, alarm: Alarm) => {
    rows = rows.map((row) => (row.alertId === id ? { ...row, alarm } : row))
    if (alarm.state === 'resolved') rows = rows.filter(({ alertId }) => alertId !== id)
    tell({ type: 'alarm-changed', alertIds: [id], unitId: null })
    return alarm
  }
  const person = (userId = me.id) => ({
    ...{ userId, userName: userId === me.id ? me.displayName : 'Mei Tanaka' },
    at: new Date().toISOString(),
  })
  const answers: Answers = {
    ...ALERT_LIST,
    ...ALERT_DETAIL,
    'alarm.open': () => openAlarms(...rows),
    'alarm.answer': ({ params, body }) => {
      const row = rowOf(params.id)
      if (!row) throw refusal('alarm-state')
      if (body.action === 'claim' && row.alarm.state !== 'open') throw refusal('alarm-claimed')
      before.set(body.requestId, row)
      return change(params.id, after(row.alarm, body, person(body.byUserId)))
    },
    'alarm.undo': ({ body }) => {
      const was = before.get(body.undoes)
      if (!was) throw refusal('alarm-state')
      return { records: [{ alertId: was.alertId, alarm: change(was.alertId, was.alarm) }] }
    },
    'alert.get': ({ params }) => {
      const row = rowOf(params.id) ?? rows[0]!
      const { alertId: id, unitName, cameraId, location, activity, severity, occurredAt, alarm } = row
      return { ...anAlertDetail(1), id, unitName, cameraId, location, activity, severity, occurredAt, alarm }
    },
  }
  return {
    answers,
    stateOf: (id: string) => rowOf(id)?.alarm.state,
    raise(...more: number[]) {
      const at = new Date().toISOString()
      const added: OpenAlarm[] = more.map((number) =>
        anOpenAlarm(number, { occurredAt: at, alarm: anAlarm({ openSince: at }) }),
      )
      rows = [...rows, ...added]
      tell({ type: 'alarm-changed', alertIds: added.map(({ alertId }) => alertId), unitId: null })
    },
    /** Another user goes to it, or ends it. */
    become: (id: string, alarm: Partial<Alarm>) => void change(id, anAlarm(alarm)),
  }
}

type By = { userId: string; userName: string; at: string }

function after(alarm: Alarm, { action, ...answer }: Pick<AlarmAnswer, 'action'> & object, by: By): Alarm {
  const { outcome, note = null } = answer as { outcome?: 'no-injury'; note?: string | null }
  switch (action) {
    case 'claim':
      return {
        ...alarm,
        state: 'claimed',
        claimer: by,
        claimEndsAt: new Date(Date.parse(by.at) + 180_000).toISOString(),
      }
    case 'join':
      return { ...alarm, joined: [...alarm.joined, by] }
    case 'give-back':
      return { ...anAlarm({ openSince: by.at, opening: alarm.opening + 1, reopened: 'given-back' }) }
    case 'arrive':
      return { ...alarm, state: 'arrived', arrived: { ...by, seenBy: 'person' } }
    case 'resolve':
      return { ...alarm, state: 'resolved', resolved: { ...by, outcome: outcome!, note } }
  }
}
