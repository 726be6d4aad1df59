/** Statements about the app settings of a site. */
import type { FollowedApp, FollowedAppPatch } from '@mimamori/contract/site/followed-app.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { appJoins, isAppOn } from '#shared/desired.ts'

/**
 * The site's setting of each of these apps, and the effective state on its cameras. An app without a row for a camera
 * is off there.
 */
export function readSiteApps(db: PlatformDb, tenantId: string, appCodes: readonly string[]): Promise<FollowedApp[]> {
  return db.rows(sql<FollowedApp>`
    select a.code as "appCode", s.state, s.schedule, coalesce(n.following, 0) as "followingCount",
      case when n.cameras is null then null when n.running = 0 then 'DISABLED'
        when n.running = n.cameras then 'ENABLED' else 'PARTIAL' end as "camerasState"
    from unnest(${appCodes}::text[]) with ordinality as a (code, place)
    left join site_app s on s.tenant_id = ${tenantId} and s.app_code = a.code
    left join lateral (
      select count(*) as cameras, count(*) filter (where ${isAppOn}) as running,
        count(*) filter (where x.state = 'GLOBAL' and ua.state is null) as following
      from camera c
      left join camera_app x on x.tenant_id = c.tenant_id and x.camera_id = c.id and x.app_code = a.code ${appJoins}
      where c.tenant_id = ${tenantId} and c.deregistered_at is null
      having count(*) > 0
    ) n on true
    order by a.place`)
}

/** Stores the site's setting of an app; omitted fields stay unchanged. */
export async function saveSiteApp(
  db: PlatformDb,
  [tenantId, appCode]: readonly [string, string],
  { state, schedule }: FollowedAppPatch,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into site_app as a (tenant_id, app_code, state, schedule, updated_at)
    values (${tenantId}, ${appCode}, ${state ?? null}, ${schedule ?? null}, ${now})
    on conflict (tenant_id, app_code) do update set updated_at = excluded.updated_at,
      state = case when ${state !== undefined} then excluded.state else a.state end,
      schedule = case when ${schedule !== undefined} then excluded.schedule else a.schedule end`)
}
