/**
 * Alarms: open ones, their answers, and the people whom a station may name. Requirements ALARM-01, ALARM-02, ALARM-05.
 */

import type { alarmEndpoints } from '@mimamori/contract/alerting/alarm.ts'
import type { Handlers } from '#platform/context.ts'
import { hasAccess } from '#shared/access.ts'
import { toAlarm } from '#shared/alarm/alarm-row.ts'
import { readAnswerers } from '#shared/answerer.ts'
import { presentOf, type Roster, readRoster } from '#shared/duty.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { isPinAsked } from '#shared/station-pin.ts'
import { answerAlarm, lookThrough, resolveMany } from './alarm.answers.ts'
import { countOpenAlarms, type OpenRow, readOpenAlarms } from './alarm.queries.ts'
import { undoPress } from './alarm.undo.ts'

export const alarmRoutes: Handlers<typeof alarmEndpoints> = {
  async 'alarm.open'({ db, actor, media, now }, { query }) {
    const scope = residentScope(actor, query.unitIds)
    if (!scope) return { records: [], totalCount: 0, roomCount: 0, unclaimedCount: 0, now: now.toISOString() }
    const [rows, counts] = await Promise.all([
      readOpenAlarms(db, scope, hasAccess(actor, 'read residents')),
      countOpenAlarms(db, scope),
    ])
    const imageOf = ({ thumbnailMediaId, blurredMediaId, isClearRefused }: OpenRow) => {
      const id = hasAccess(actor, 'see clear frames', { isClearRefused }) ? thumbnailMediaId : blurredMediaId
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
      kindName: row.kindName,
      severity: row.severity,
      occurredAt: row.occurredAt,
      thumbnailUrl: imageOf(row),
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

  async 'alarm.answerers'({ actor, asPlatform, now }) {
    const scope = residentScope(actor)
    if (!scope) return { records: [], hasRoster: false, isPinAsked: false }
    return asPlatform('people that may answer', async (db) => {
      const people = await readAnswerers(db, scope.tenantIds)
      const rosters: Roster[] = []
      for (const tenantId of scope.tenantIds) rosters.push(await readRoster(db, tenantId, now))
      const present = new Set(rosters.flatMap((roster) => presentOf(roster).map(({ id }) => id)))
      const records = people.map(({ userId, userName, hasPin }) => ({
        ...{ userId, userName, hasPin },
        isOnDuty: present.has(userId),
      }))
      const isAsked = await isPinAsked(db, scope.tenantIds)
      return { records, hasRoster: rosters.every(({ isDated }) => isDated), isPinAsked: isAsked }
    })
  },
}
