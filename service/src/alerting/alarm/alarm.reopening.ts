/**
 * Reopens an alarm whose claim is not followed by an arrival in time. Any instance may do it: under the alert's row
 * lock, with its step and its notice in one transaction. Requirement ALARM-02.
 */
import type { Alarm } from '@mimamori/contract/alerting/alarm.ts'
import { compareBadness } from '@mimamori/contract/shared/alarm-order.ts'
import type { Activity, AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import type { Logger } from 'pino'
import type { Platform } from '#platform/platform.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { createDueWorker, type DueWork, type DueWorker } from '#platform/work/due-worker.ts'
import { type AlarmColumns, alarmColumns, toAlarm } from '#shared/alarm/alarm-row.ts'
import { roomKey } from '#shared/alarm/room-call.ts'
import { newsOf } from './alarm.answers.ts'
import { expire } from './alarm.machine.ts'
import { type AlarmPlace, addReopenedNotice, storeAlarm } from './alarm.queries.ts'

const AT_ONCE = 200
/** If the clock was set back by more than this, claims can last longer than their site allows. */
const SET_BACK_MS = 1_000

type Parts = Pick<Platform, 'database' | 'bus' | 'wakeSignals'>

/** The timer of this instance. Instances share the work. */
export function createReopening(parts: Parts & Pick<Platform, 'clock'>, logger: Logger): DueWorker {
  return createDueWorker(reopen(parts), { ...parts, logger })
}

/** The work of the timer, for the time that is passed in. */
export function reopen({ database, bus, wakeSignals }: Parts): DueWork {
  let lookedAtMs: number | null = null
  return {
    name: 'alarms.reopen',
    nextAt: () => database.asPlatform('next claim that ends', nextEnd),
    async work(_database, now) {
      if (lookedAtMs === null || now.getTime() < lookedAtMs - SET_BACK_MS) {
        await database.asPlatform('shorten claims', (db) => shortenClaims(db, now))
      }
      lookedAtMs = now.getTime()
      const opened = await database.asPlatform('end claims', (db) => endClaims(db, now))
      for (const { tenantId, event } of newsOf(opened)) bus.publish(tenantId, event)
      if (opened.length > 0) {
        wakeSignals.send('notice')
        wakeSignals.send('escalation')
      }
      return opened.length === AT_ONCE
    },
  }
}

/** Index: alert_claim_ends. */
async function nextEnd(db: PlatformDb): Promise<Date | null> {
  const row = await db.first(sql<{ at: string }>`
    select claim_ends_at as at from alert where alarm_state = 'claimed' and deleted_at is null
    order by claim_ends_at limit 1`)
  return row ? new Date(row.at) : null
}

/** Shortens claims to the limit of their site: the clock may have been ahead when they began. */
async function shortenClaims(db: PlatformDb, now: Date): Promise<void> {
  await db.run(sql`
    update alert a set claim_ends_at = ${now}::timestamptz + t.arrival_limit_seconds * interval '1 second'
    from tenant t
    where a.alarm_state = 'claimed' and a.deleted_at is null and t.id = a.tenant_id
      and a.claim_ends_at > ${now}::timestamptz + t.arrival_limit_seconds * interval '1 second'`)
}

type Due = AlarmColumns & AlarmPlace & { room: string; severity: AlertSeverity; activity: Activity }

/**
 * Skips rows that are locked by an answer in progress; they are checked again later. Writers of rows that refer to the
 * alert do not lock it.
 */
async function endClaims(db: PlatformDb, now: Date): Promise<AlarmPlace[]> {
  const due = await db.rows(sql<Due>`
    select a.tenant_id as "tenantId", a.id, a.unit_id as "unitId", ${roomKey} as room, a.severity, a.activity,
      ${alarmColumns}
    from alert a left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
    where a.alarm_state = 'claimed' and a.deleted_at is null and a.claim_ends_at <= ${now}
    order by a.claim_ends_at limit ${AT_ONCE} for no key update of a skip locked`)
  for (const { tenantId, id, ...row } of due) {
    const alarm = expire(toAlarm(row) as Alarm, now.getTime())
    if (!alarm) continue
    await storeAlarm(db, tenantId, id, alarm)
    await db.run(sql`insert into alert_step (tenant_id, alert_id, at, kind)
      values (${tenantId}, ${id}, ${now}, 'claim-expired')`)
  }
  // One message for each claim of a room, about its worst alarm.
  for (const own of Map.groupBy(due, ({ room, claimerId }) => `${room} ${claimerId}`).values()) {
    const [{ tenantId, id, claimerId }] = own.toSorted(compareBadness) as [Due]
    await addReopenedNotice(db, { tenantId, alertId: id, claimerId }, now)
  }
  return due
}
