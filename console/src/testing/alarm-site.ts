/** A site with open alarms that accepts presses: implements only the rules that the console shows. */
import type { Alarm, AlarmAnswer, OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import { ALERT_DETAIL, ALERT_LIST } from './answers.ts'
import { anAlarm, anAlertDetail, anOpenAlarm, openAlarms } from './rows.ts'
import { type Answers, errorAnswer, tell } from './service.ts'

type Person = { id: string; displayName: string }

/** `me`: the user of this console. `alarms`: numbers of rooms, or whole alarms. `raise`: the newest alarms. */
export function alarmSite(me: Person, ...alarms: (number | OpenAlarm)[]) {
  let rows = alarms.map((one) => (typeof one === 'number' ? anOpenAlarm(one) : one))
  const before = new Map<string, readonly OpenAlarm[]>()
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
      if (!row) throw errorAnswer('alarm-state')
      if (body.action === 'claim' && row.alarm.state !== 'open') throw errorAnswer('alarm-claimed')
      const isAlone = body.action === 'resolve' && body.isAlone
      const own = rows.filter((one) => one === row || (!isAlone && one.room === row.room))
      before.set(body.requestId, own)
      return {
        records: own.map(({ alertId, alarm }) => ({
          ...{ alertId, alarm: change(alertId, after(alarm, body, person(body.byUserId))) },
        })),
      }
    },
    'alarm.undo': ({ body }) => {
      const was = before.get(body.undoes)
      if (!was) throw errorAnswer('alarm-state')
      return { records: was.map(({ alertId, alarm }) => ({ alertId, alarm: change(alertId, alarm) })) }
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
