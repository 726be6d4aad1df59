/** Events of hubs that cannot be stored: a technician finds them without their images, and they are passed over. */
import type { HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import type { Hub } from '#platform/context.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { toClipError } from '../hub.facts.ts'

export type RejectedEvent = {
  sequence: number
  code: 'camera-not-watched' | 'id-taken' | 'alert-unknown'
  event: HubEvent
}
/** A technician finds the latest; a hub that sends nothing else does not fill the table. */
const REJECTED_MAX = 1000

export async function keepRejected(
  db: Statements,
  hub: Hub,
  epoch: string,
  rejected: readonly RejectedEvent[],
  now: Date,
) {
  if (rejected.length === 0) return
  await db.run(sql`
    insert into hub_rejection (tenant_id, agent_id, epoch, sequence, received_at, code, event)
    select ${hub.tenantId}, ${hub.id}, ${epoch}, r.sequence, ${now}, r.code, r.event - 'thumbnail' - 'blurredThumbnail'
    from jsonb_to_recordset(${JSON.stringify(rejected)}::jsonb) as r (sequence bigint, code text, event jsonb)`)
  await db.run(sql`
    delete from hub_rejection where tenant_id = ${hub.tenantId} and id in (
      select id from hub_rejection where tenant_id = ${hub.tenantId} and agent_id = ${hub.id}
      order by id desc offset ${REJECTED_MAX})`)
}

/** The event without images, and without free text of the hub. */
export function stripped(event: HubEvent): HubEvent {
  if (event.type === 'alert-raised') return { ...event, thumbnail: null, blurredThumbnail: null }
  return event.type === 'clip-failed' ? { ...event, error: toClipError(event.error) } : event
}
