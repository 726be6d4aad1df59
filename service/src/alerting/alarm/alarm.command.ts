/** A claim without a person's account: by a command of the house's own system, under a name of the operator. REACH-91 */
import { ACCOUNT_ROLE } from '@mimamori/contract/shared/roles.ts'
import type { Logger } from 'pino'
import type { Actor } from '#platform/auth/session.ts'
import type { Context } from '#platform/context.ts'
import type { Platform } from '#platform/platform.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { inTransaction } from '#platform/transaction.ts'
import { inAlarmOrder } from '#shared/alarm/alarm-row.ts'
import { answerAlarm } from './alarm.answers.ts'

/** Nobody's id: the one that steps of commands have. */
const COMMANDER_ID = '00000000-0000-7000-8000-000000000001'
/** A command has no address of its own. */
const NO_ADDRESS = '::'

type Command = { tenantId: string; cameraId: string; by: string }

/** Claims all open alarms of the camera's room; false: it has none. */
export function claimByCommand(platform: Platform, log: Logger, { tenantId, cameraId, by }: Command): Promise<boolean> {
  const requestId = crypto.randomUUID()
  const base = { ...platform, now: platform.clock.now(), ip: NO_ADDRESS, userAgent: '', requestId, log }
  return inTransaction(base, { actor: commanderOf(tenantId), tokenId: '' }, async (context) => {
    const seenIds = await readOpenOf(context.db, cameraId)
    const [worst] = seenIds
    if (worst === undefined) return false
    const press = { action: 'claim' as const, requestId, source: 'console' as const, seenIds }
    await answerAlarm(context as Context, worst, press, { source: 'mqtt', by: { userId: COMMANDER_ID, userName: by } })
    return true
  })
}

/** The worst first. Indexes: camera_of_room, alert_unresolved. */
async function readOpenOf(db: TenantDb, cameraId: string): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select a.id from camera k
      join camera c on c.tenant_id = k.tenant_id and c.tally_unit_id = k.tally_unit_id and c.location = k.location
      join alert a on a.tenant_id = c.tenant_id and a.camera_id = c.id
    where k.tenant_id = ${db.tenantId} and k.id = ${cameraId} and a.alarm_state = 'open' and a.deleted_at is null
    ${inAlarmOrder}`)
  return rows.map(({ id }) => id)
}

function commanderOf(tenantId: string): Actor {
  return {
    ...{ userId: COMMANDER_ID, accountId: COMMANDER_ID, sessionId: '', role: ACCOUNT_ROLE },
    ...{ tenantId, tenantIds: [tenantId], homeTenantId: tenantId, unitIds: null },
    ...{ isImpersonating: false, originSessionId: null, packages: [], isRecordingEnabled: false },
    ...{ isLiveStreamingEnabled: false, streamingRestrictionMinutes: null, tenantTimezone: 'UTC', allowedRanges: [] },
    ...{ factorLimit: null, provenAt: null },
  }
}
