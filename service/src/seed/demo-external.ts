/** The care record system of the demo's first site: filled in, and switched off, for it exists nowhere. */
import { DEFAULT_FIELD_MAP } from '@mimamori/contract/site/external.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

const SITE = 'sakura-no-sato'

/** Its settings, and the codes of its cameras: the unit's, and in a room the resident's. */
export async function insertExternal(db: PlatformDb, bornAt: Date): Promise<void> {
  await db.run(sql`
    insert into external_system (tenant_id, url, corporation_code, jig_code, format_kbn, field_map, subscribers, updated_at)
    select id, 'https://records.sakura.example/api/v1/cameras', 'H-0077', 'J-0201', '01', ${DEFAULT_FIELD_MAP},
      array['it@sakura.example'], ${bornAt}
    from tenant where code = ${SITE}`)
  await db.run(sql`
    update camera c set is_external_alert_on = true, unit_code = 'U' || dense.number,
      res_code = case when c.location_type = 'ROOM' then 'R-' || split_part(c.name, '-', 1) else '' end
    from (select tenant_id, id, dense_rank() over (partition by tenant_id order by name) as number from unit) dense
    where dense.tenant_id = c.tenant_id and dense.id = c.unit_id
      and c.tenant_id = (select id from tenant where code = ${SITE})`)
}
