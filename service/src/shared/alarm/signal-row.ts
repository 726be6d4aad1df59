/** The rows of a signal: an alert that another system of the site or the input of a camera raises. REACH-54, REACH-63. */
import type { CLIP_UNASKED } from '@mimamori/contract/fleet/clip-error.ts'
import { SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import type { Kind } from '@mimamori/contract/site/asset.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

export type ClipUnasked = (typeof CLIP_UNASKED)[number]

type SignalDraft = {
  tenantId: string
  /** Null: a new one. */
  alertId: string | null
  cameraId: string
  unitId: string | null
  kind: Pick<Kind, 'id' | 'name' | 'severity'>
  /** Null: the camera's input raised it. */
  accountId: string | null
  /** The name of the service account or the camera. */
  senderName: string
  externalId: string | null
  note: string
  occurredAt: Date
  /** Null: image and clip will follow. */
  clipUnasked: ClipUnasked | null
}
type StoredRow = { id: string; isPaused: boolean }

/**
 * Stores the alert; triggers make it an alarm, plan its escalation and its messages, and queue it for webhooks. Undefined:
 * its id exists.
 */
export async function insertSignalRows(db: Statements, draft: SignalDraft, now: Date): Promise<StoredRow | undefined> {
  const { tenantId, cameraId, unitId, kind, occurredAt, clipUnasked: code } = draft
  const row = await db.first(sql<StoredRow>`
    insert into alert (tenant_id, id, camera_id, unit_id, activity, kind_name, severity, occurred_at, created_at, clip_state,
      clip_error, clip_changed_at)
    values (${tenantId}, coalesce(${draft.alertId}::uuid, uuidv7()), ${cameraId}, ${unitId}, ${SIGNAL}, ${kind.name},
      ${kind.severity}, ${occurredAt}, ${now}, ${code ? 'failed' : 'pending'},
      ${code && JSON.stringify({ code, params: {} })}::jsonb, ${code && now})
    on conflict do nothing returning id, visit_id is not null or is_silent as "isPaused"`)
  if (!row) return undefined
  await db.run(sql`
    insert into alert_signal (tenant_id, alert_id, kind_id, account_id, account_name, external_id, note, created_at)
    values (${tenantId}, ${row.id}, ${kind.id}, ${draft.accountId}, ${draft.senderName}, ${draft.externalId}, ${draft.note},
      ${now})`)
  return row
}
