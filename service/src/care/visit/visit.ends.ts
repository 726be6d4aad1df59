/** Ends visits automatically, and checks the floor after them. Requirement ALARM-08. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { writeAudit } from '#platform/auth/audit.ts'
import type { HubLink } from '#platform/hub-seam.ts'
import type { Bus } from '#platform/messaging/bus.ts'
import type { WakeSignals } from '#platform/messaging/wake-signals.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import type { Job } from '#platform/work/jobs.ts'
import { endDueVisits, type FoundOnFloor, type RoomPlace, settleVisits } from './visit.queries.ts'

const SWEEP_MS = 5_000
const BATCH = 200

type News = { bus: Pick<Bus, 'publish'>; wakeSignals: Pick<WakeSignals, 'send'>; orderHub: HubLink['orderHub'] }

/** Ends due visits, and raises an alarm if somebody lies on the floor after a visit. */
export function endVisits(news: News): Job {
  return {
    name: 'visits.end',
    everyMs: SWEEP_MS,
    batchSize: BATCH,
    async batch(db, now, afterCommit) {
      const ended = await endDueVisits(db, now, BATCH)
      for (const { tenantId, visitId, cameraId, reason } of ended) {
        const by = { tenantId, at: now, actorUserId: null, actorTenantId: null, hubId: null, sessionId: null, ip: null }
        const details = { visitId, reason }
        await writeAudit(db, by, { action: 'visit.end', objectType: 'camera', objectId: cameraId, details })
      }
      const found = await lookAtFloors(db, now, null)
      afterCommit(() => {
        for (const place of ended) news.bus.publish(place.tenantId, visitEvent(place))
        announceFound(news, found, now)
      })
      return ended.length
    },
  }
}

/** `only`: checks after that visit alone. */
export function lookAtFloors(db: PlatformDb, now: Date, only: string | null): Promise<FoundOnFloor[]> {
  return settleVisits(db, now, BATCH, only)
}

export function visitEvent({ cameraId, unitId }: RoomPlace): LiveEvent {
  return { type: 'visit-changed', cameraId, unitId }
}

/** Notifies open consoles of the alarms, sends their messages, and requests their images and clips from the hubs. */
export function announceFound({ bus, wakeSignals, orderHub }: News, found: readonly FoundOnFloor[], now: Date): void {
  for (const { tenantId, hubId, ...alert } of found) {
    const { alertId, cameraId } = alert
    const [severity, since] = ['critical' as const, now.toISOString()]
    orderHub(hubId, { type: 'footage-wanted', appCode: 'A005', alertId, cameraId, severity, since })
    const what = { activity: 'A005', severity, occurredAt: since } as const
    bus.publish(tenantId, { type: 'alert-raised', ...alert, ...what })
  }
  if (found.length === 0) return
  wakeSignals.send('notice')
  wakeSignals.send('escalation')
}
