/** An alert whose clip never came says so, instead of letting people wait for it. Requirement ALERT-05. */
import type { LiveEvent } from '@mimamori/contract/live-event.ts'
import { sql } from 'kysely'
import type { Bus } from '#platform/bus.ts'
import type { PlatformDb } from '#platform/database.ts'
import type { Job } from '#platform/jobs.ts'

const MINUTE_MS = 60_000
/** A clip follows its alert by seconds; a hub that was offline sends the alerts and the clips one after the other. */
const GIVE_UP_MINUTES = 60
const BATCH = 500
const REASON = 'The clip did not arrive within an hour.'

/** A clip that comes later than that all the same is shown as if it had been in time. */
export function giveUpClips(bus: Pick<Bus, 'publish'>): Job {
  return {
    name: 'alerts.give-up-clips',
    everyMs: 5 * MINUTE_MS,
    batchSize: BATCH,
    async batch(db, now, afterCommit) {
      const late = await failLateClips(db, new Date(now.getTime() - GIVE_UP_MINUTES * MINUTE_MS), now)
      afterCommit(() => {
        for (const [tenantId, event] of newsOf(late)) bus.publish(tenantId, event)
      })
      return late.length
    },
  }
}

type Late = { tenantId: string; id: string; unitId: string | null }

/** Index: alert_awaiting_clip. */
function failLateClips(db: PlatformDb, storedBefore: Date, now: Date): Promise<Late[]> {
  return db.rows(sql<Late>`
    with late as (
      select tenant_id, id from alert where clip_state = 'pending' and created_at < ${storedBefore}
      order by created_at limit ${BATCH} for update skip locked)
    update alert a set clip_state = 'failed', clip_failure = ${REASON}, clip_changed_at = ${now}
    from late where a.tenant_id = late.tenant_id and a.id = late.id
    returning a.tenant_id as "tenantId", a.id, a.unit_id as "unitId"`)
}

function newsOf(late: readonly Late[]): [tenantId: string, event: LiveEvent][] {
  const byPlace = Map.groupBy(late, ({ tenantId, unitId }) => `${tenantId} ${unitId}`)
  return [...byPlace.values()].map((of) => {
    const { tenantId, unitId } = of[0]!
    return [tenantId, { type: 'alert-changed', alertIds: of.map(({ id }) => id), unitId }]
  })
}
