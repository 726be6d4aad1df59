/**
 * While the bus is lost, reads alarms of other instances from the database every second and publishes them to the
 * consoles of this instance. Everything else is fetched when the bus is back, because every stream ends then. SCALE-01.
 */
import type { Cancel, Clock } from '#platform/clock.ts'
import type { Bus } from '#platform/messaging/bus.ts'
import type { Database } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

const LOOK_MS = 1_000

type OpenAlarm = { tenantId: string; id: string; unitId: string | null; state: string }

type Parts = {
  bus: Bus
  clock: Clock
  database: Database
  /** Tenants with an open console here. */
  tenantIds: () => string[]
}

/** Polls only while the bus is lost. */
export function createCatchUp({ bus, clock, database, tenantIds }: Parts): { stop(): void } {
  /** Alarms by alert id at the last poll. Null: none since the bus was lost. */
  let known: Map<string, OpenAlarm> | null = null
  let isStopped = false
  let cancel: Cancel = tick()

  function tick(): Cancel {
    return clock.after(LOOK_MS, async () => {
      if (bus.isPartial) await look().catch(() => {})
      else known = null
      if (!isStopped) cancel = tick()
    })
  }
  async function look() {
    const now = new Map((await readOpenAlarms(database, tenantIds())).map((alarm) => [alarm.id, alarm]))
    const before = known
    known = now
    const changed = [...now.values()].filter(({ id, state }) => before?.get(id)?.state !== state)
    // Resolved alarms are not in the result any more.
    const gone = [...(before?.values() ?? [])].filter(({ id }) => !now.has(id))
    for (const { tenantId, id, unitId } of [...changed, ...gone]) {
      bus.publishHere(tenantId, { type: 'alarm-changed', alertIds: [id], unitId })
    }
  }
  return {
    stop() {
      isStopped = true
      cancel()
    },
  }
}

function readOpenAlarms(database: Database, tenantIds: string[]): Promise<OpenAlarm[]> {
  if (tenantIds.length === 0) return Promise.resolve([])
  return database.asPlatform('alarms while the bus is lost', (db) =>
    db.rows<OpenAlarm>(sql`
      select tenant_id as "tenantId", id, unit_id as "unitId",
        concat_ws(' ', alarm_state, opening, claimer_id, claimed_at, arrived_at, joined) as state
      from alert where tenant_id = any(${tenantIds}::uuid[]) and alarm_state <> 'resolved' and deleted_at is null`),
  )
}
