/**
 * Residents of the rooms on a sheet: read again for each reader, so that an erased name is on no sheet. HANDOVER-01,
 * RESIDENT-02.
 */
import type { HandoverSheet } from '@mimamori/contract/care/handover.ts'
import type { ResidentMark } from '@mimamori/contract/care/resident.ts'
import type { Actor } from '#platform/auth/session.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { readsResidents, residentsAt } from '#shared/resident-reach.ts'

type Moment = { cameraId: string; at: string }
const keyOf = ({ cameraId, at }: Moment): string => `${cameraId} ${Date.parse(at)}`

/** The sheet of that site, with the residents of its alarms and rooms for those that may read them. */
export async function withResidents(
  db: TenantDb,
  actor: Actor,
  { tenantId, sheet }: { tenantId: string; sheet: HandoverSheet },
): Promise<HandoverSheet> {
  if (!readsResidents(actor)) return sheet
  const ofRoom = ({ cameraId }: { cameraId: string }) => ({ cameraId, at: sheet.at })
  const alarms = [...sheet.alarms, ...sheet.open]
  const moments = [
    ...sheet.rooms.map(ofRoom),
    ...alarms.flatMap(({ cameraId, occurredAt }) => (cameraId ? [{ cameraId, at: occurredAt }] : [])),
  ]
  const rows = await db.rows(sql<Moment & { residents: ResidentMark[] }>`
    select m."cameraId", m.at, ${residentsAt(true, sql`${tenantId}::uuid`, sql`m."cameraId"`, sql`m.at`)} as residents
    from jsonb_to_recordset(${JSON.stringify(moments)}::jsonb) as m ("cameraId" uuid, at timestamptz)`)
  const found = new Map(rows.map(({ residents, ...moment }) => [keyOf(moment), residents]))
  const at = (cameraId: string | null, time: string) => (cameraId && found.get(keyOf({ cameraId, at: time }))) || []
  const named = (all: HandoverSheet['alarms']) =>
    all.map((alarm) => ({ ...alarm, residents: at(alarm.cameraId, alarm.occurredAt) }))
  return {
    ...sheet,
    alarms: named(sheet.alarms),
    open: named(sheet.open),
    rooms: sheet.rooms.map((room) => ({ ...room, residents: at(room.cameraId, sheet.at) })),
  }
}
