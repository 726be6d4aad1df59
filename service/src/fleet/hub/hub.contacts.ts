/** The nurse-call contacts that a hub closes by itself while the service is silent. REACH-64. */
import type { FallbackContact } from '@mimamori/contract/fleet/fallback-contact.ts'
import { ALERT_APP_CODES, SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import type { HubContext } from '#platform/context.ts'
import { sql } from '#platform/postgres/sql.ts'
import {
  type ContactDeviceRow,
  contactDevice,
  contactTakes,
  contactWatches,
  deviceOf,
} from '#shared/contact/contact-device.ts'
import { measuresFalls } from '#shared/desired.ts'

type Row = ContactDeviceRow & Pick<FallbackContact, 'severities' | 'calls'>

const ALL = sql`${ALERT_APP_CODES}::text[]`

/** The contacts whose relays it reaches, and the alerts of its own cameras that close each. */
export async function fallbackContacts({ db, hub, secrets }: HubContext): Promise<FallbackContact[]> {
  const rows = await db.rows(sql<Row>`
    select ${contactDevice},
      array(select s from unnest(t.alarm_severities) s where ${contactTakes(sql`s`)}) as severities,
      (select coalesce(jsonb_agg(jsonb_build_object('cameraId', c.id, 'appCodes',
          case when ${measuresFalls} then array_remove(${ALL}, 'A005') else ${ALL} end
          || case when i.severity = any(t.alarm_severities) and ${contactTakes(sql`i.severity`)}
            then array[${SIGNAL}] else '{}' end) order by c.id), '[]')
        from camera c left join kind i on i.tenant_id = c.tenant_id and i.id = c.input_kind_id
        where c.tenant_id = k.tenant_id and c.agent_id = ${hub.id} and c.deregistered_at is null
          and ${contactWatches}) as calls
    from contact k join tenant t on t.id = k.tenant_id
      left join camera d on d.tenant_id = k.tenant_id and d.id = k.camera_id
    where k.tenant_id = ${hub.tenantId} and k.is_enabled and coalesce(d.agent_id, k.agent_id) = ${hub.id}
    order by k.id`)
  return rows.flatMap(({ id: contactId, severities, calls, ...row }) => {
    const device = deviceOf({ ...row, id: contactId }, secrets)
    return device ? [{ contactId, device, severities, calls }] : []
  })
}
