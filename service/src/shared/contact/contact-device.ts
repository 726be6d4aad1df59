/** A nurse-call contact: whose calls it rings for, and its device as its hub receives it. REACH-60; domain.md "Nurse call by contact". */
import type { ContactDraft } from '@mimamori/contract/alerting/contact.ts'
import type { FallbackContact } from '@mimamori/contract/fleet/fallback-contact.ts'
import type { Platform } from '#platform/platform.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { cameraRoom } from '../alarm/room-call.ts'

export type ContactDeviceRow = Pick<
  ContactDraft,
  'kind' | 'method' | 'closeUrl' | 'openUrl' | 'stateUrl' | 'closedText' | 'openText' | 'cameraId' | 'output'
> & { tenantId: string; id: string; headerName: string | null; headerSealed: string | null }

/** The columns of the contact `k` for `ContactDeviceRow`. */
export const contactDevice = sql`k.tenant_id as "tenantId", k.id, k.kind, k.method, k.close_url as "closeUrl",
  k.open_url as "openUrl", k.state_url as "stateUrl", k.closed_text as "closedText", k.open_text as "openText",
  k.camera_id as "cameraId", k.output, k.header_name as "headerName", k.header_sealed as "headerSealed"`

/** Null: the master key was exchanged, and the header must be entered again. */
export function deviceOf(
  row: ContactDeviceRow,
  secrets: Pick<Platform['secrets'], 'open'>,
): FallbackContact['device'] | null {
  const { kind, cameraId, output, method, closeUrl, openUrl, stateUrl, closedText, openText } = row
  if (kind === 'onvif') return cameraId === null ? null : { kind, cameraId, output }
  const device = { kind, method, closeUrl, openUrl, stateUrl, closedText, openText } as const
  if (row.headerName === null || row.headerSealed === null) return { ...device, header: null }
  try {
    const value = secrets.open(row.headerSealed, placeOfHeader(row))
    return { ...device, header: { name: row.headerName, value } }
  } catch {
    return null
  }
}

/** Where the value of a contact's header is sealed. */
export const placeOfHeader = ({ tenantId, id }: { tenantId: string; id: string }) => `${tenantId}|contact|header|${id}`

/** Whether the camera `c` is in the scope of the contact `k`. */
export const contactWatches: Sql = sql`((k.unit_id is null or c.unit_id = k.unit_id)
  and (k.room_camera_id is null or exists (
    select from camera r where r.tenant_id = k.tenant_id and r.id = k.room_camera_id
      and concat_ws(' ', r.tenant_id, r.tally_unit_id, r.location) = ${cameraRoom})))`

/** Whether an alarm of this severity closes the contact `k`. */
export const contactTakes = (severity: Sql): Sql => sql`severity_rank(${severity}) <= severity_rank(k.minimum_severity)`
