/**
 * Residents of the rooms on a sheet, and frames of its falls: read again for each reader, so that an erased name is on
 * no sheet. HANDOVER-01, NIGHT-08, RESIDENT-02.
 */

import type { HandoverSheet } from '@mimamori/contract/care/handover.ts'
import type { ResidentMark } from '@mimamori/contract/care/resident.ts'
import { isFall } from '@mimamori/contract/shared/alarm-order.ts'
import type { Actor } from '#platform/auth/session.ts'
import type { Context } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { hasAccess } from '#shared/access.ts'
import { aroundClip, isRefused } from '#shared/consent.ts'
import { residentsAt } from '#shared/resident-reach.ts'

type Moment = { cameraId: string; at: string }
const keyOf = ({ cameraId, at }: Moment): string => `${cameraId} ${Date.parse(at)}`

type Reader = Pick<Context, 'actor' | 'media' | 'now'>

/** The sheet as this person may see it: with residents, and with the frames of its falls. */
export async function forReader(
  db: TenantDb,
  { actor, media, now }: Reader,
  of: { tenantId: string; sheet: HandoverSheet },
): Promise<HandoverSheet> {
  const sheet = await withResidents(db, actor, of)
  const ids = [...sheet.alarms, ...sheet.open].flatMap((alarm) => (isFall(alarm) ? [alarm.alertId] : []))
  if (ids.length === 0) return sheet
  const rows = await db.rows(sql<{ id: string; clear: string | null; blurred: string | null; isClearRefused: boolean }>`
    select a.id, a.thumbnail_media_id as clear, a.blurred_media_id as blurred,
      ${isRefused('clear-images', aroundClip(sql`a.occurred_at`))} as "isClearRefused"
    from alert a left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
    where a.tenant_id = ${of.tenantId} and a.id = any(${ids}::uuid[]) and a.deleted_at is null`)
  const frames = new Map(
    rows.map(({ id, clear, blurred, ...row }) => [id, hasAccess(actor, 'see clear frames', row) ? clear : blurred]),
  )
  const shown = (all: HandoverSheet['alarms']) =>
    all.map((alarm) => {
      const mediaId = frames.get(alarm.alertId) ?? null
      return { ...alarm, thumbnailUrl: mediaId && media.sign(mediaId, actor.sessionId, now) }
    })
  return { ...sheet, alarms: shown(sheet.alarms), open: shown(sheet.open) }
}

/** The sheet of that site, with the residents of its alarms and rooms for those that may read them. */
export async function withResidents(
  db: TenantDb,
  actor: Actor,
  { tenantId, sheet }: { tenantId: string; sheet: HandoverSheet },
): Promise<HandoverSheet> {
  return hasAccess(actor, 'read residents') ? withNames(db, { tenantId, sheet }) : sheet
}

/** For readers whose right to the names is already known. */
export async function withNames(
  db: TenantDb,
  { tenantId, sheet }: { tenantId: string; sheet: HandoverSheet },
): Promise<HandoverSheet> {
  const ofRoom = ({ cameraId }: { cameraId: string }) => ({ cameraId, at: sheet.at })
  const alarms = [...sheet.alarms, ...sheet.open]
  const moments = [
    ...sheet.rooms.map(ofRoom),
    ...alarms.flatMap(({ cameraId, occurredAt }) => (cameraId ? [{ cameraId, at: occurredAt }] : [])),
  ]
  const at = await readResidents(db, tenantId, moments)
  const named = (all: HandoverSheet['alarms']) =>
    all.map((alarm) => ({ ...alarm, residents: at(alarm.cameraId, alarm.occurredAt) }))
  return {
    ...sheet,
    alarms: named(sheet.alarms),
    open: named(sheet.open),
    rooms: sheet.rooms.map((room) => ({ ...room, residents: at(room.cameraId, sheet.at) })),
  }
}

/** Who lived in a room at a time, among these moments. */
export async function readResidents(
  db: TenantDb,
  tenantId: string,
  moments: readonly Moment[],
): Promise<(cameraId: string | null, at: string) => ResidentMark[]> {
  const rows = await db.rows(sql<Moment & { residents: ResidentMark[] }>`
    select m."cameraId", m.at, ${residentsAt(true, sql`${tenantId}::uuid`, sql`m."cameraId"`, sql`m.at`)} as residents
    from jsonb_to_recordset(${JSON.stringify(moments)}::jsonb) as m ("cameraId" uuid, at timestamptz)`)
  const found = new Map(rows.map(({ residents, ...moment }) => [keyOf(moment), residents]))
  return (cameraId, at) => (cameraId && found.get(keyOf({ cameraId, at }))) || []
}
