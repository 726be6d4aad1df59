/**
 * Alarms: open ones, their answers, and the people whom a station may name. Requirements ALARM-01, ALARM-02, ALARM-05.
 */
import type { alarmEndpoints } from '@mimamori/contract/alerting/alarm.ts'
import type { Handlers } from '#platform/context.ts'
import { toAlarm } from '#shared/alarm-row.ts'
import { readAnswerers } from '#shared/answerer.ts'
import { seesClear } from '#shared/consent.ts'
import { readsResidents } from '#shared/resident-reach.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { answerAlarm, lookThrough, resolveMany } from './alarm.answers.ts'
import { countOpenAlarms, type OpenRow, readOpenAlarms } from './alarm.queries.ts'
import { undoPress } from './alarm.undo.ts'

export const alarmRoutes: Handlers<typeof alarmEndpoints> = {
  async 'alarm.open'({ db, actor, media, now }, { query }) {
    const scope = residentScope(actor, query.unitIds)
    if (!scope) return { records: [], totalCount: 0, unclaimedCount: 0, now: now.toISOString() }
    const [rows, counts] = await Promise.all([
      readOpenAlarms(db, scope, readsResidents(actor)),
      countOpenAlarms(db, scope),
    ])
    const pictureOf = ({ thumbnailMediaId, blurredMediaId, isClearRefused }: OpenRow) => {
      const id = seesClear(actor.role, isClearRefused) ? thumbnailMediaId : blurredMediaId
      return id && media.sign(id, actor.sessionId, now)
    }
    const records = rows.map((row) => ({
      alertId: row.alertId,
      room: row.room,
      cameraId: row.cameraId,
      location: row.location,
      unitName: row.unitName,
      residents: row.residents,
      activity: row.activity,
      isPossible: row.isPossible,
      severity: row.severity,
      occurredAt: row.occurredAt,
      thumbnailUrl: pictureOf(row),
      alarm: toAlarm(row)!,
    }))
    return { records, ...counts, now: now.toISOString() }
  },

  'alarm.answer': (context, { params, body }) => answerAlarm(context, params.id, body),

  async 'alarm.resolveMany'(context, { body: { ids, ...press } }) {
    return { changed: await resolveMany(context, ids, press) }
  },

  async 'alarm.lookThrough'(context, { body }) {
    return { changed: await lookThrough(context, body) }
  },

  async 'alarm.undo'(context, { body }) {
    return { records: await undoPress(context, body) }
  },

  async 'alarm.answerers'({ actor, asPlatform }) {
    const scope = residentScope(actor)
    if (!scope) return { records: [] }
    const people = await asPlatform('people that may answer', (db) => readAnswerers(db, scope.tenantIds))
    return { records: people.map(({ userId, userName }) => ({ userId, userName })) }
  },
}
