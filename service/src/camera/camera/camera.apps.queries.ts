/** Statements about the apps of one camera. */
import type { AppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { CameraType } from '@mimamori/contract/camera/camera-fields.ts'
import type { Place } from '@mimamori/contract/camera/place/place.ts'
import type { Schedule } from '@mimamori/contract/camera/schedule.ts'
import type { Subscribers } from '@mimamori/contract/camera/subscriber.ts'
import type { ConsentKind } from '@mimamori/contract/care/resident-title.ts'
import type { AppCode } from '@mimamori/contract/shared/apps.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { isRefused } from '#shared/consent.ts'
import { appJoins } from '#shared/desired.ts'
import { reachesSomebody } from '#shared/notified.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

type StoredState = 'ENABLED' | 'DISABLED' | 'GLOBAL'
type Said = { state: 'ENABLED' | 'DISABLED' | null; schedule: Schedule | null }
/** A stored app of a camera, with the values of its unit and site. Without a row it is off. */
export type CameraAppRow = {
  appCode: AppCode
  state: StoredState
  settings: unknown
  schedule: Schedule | null
  unit: Said
  site: Said
  /** Whether an alert reaches anybody on the app's own list. */
  isReached: boolean
}
export type CameraApps = {
  id: string
  tenantId: string
  unitId: string | null
  isRecordingEnabled: boolean
  isLiveStreamingEnabled: boolean
  packages: string[]
  /** What residents of the room refused. */
  refused: ConsentKind[]
  /** The camera's own subscribers. */
  subscribers: Partial<Subscribers>
  places: Place[]
  /** Whether an alert reaches anybody on that list. */
  isReached: boolean
  type: CameraType
  /** The apps that the camera's hub can run; null if it has not reported them. */
  runnableApps: string[] | null
  apps: CameraAppRow[]
}

/** The apps of a camera within reach; undefined if it is not found. */
export async function readApps(
  db: TenantDb,
  scope: ResidentScope,
  cameraId: string,
  codes: readonly AppCode[],
): Promise<CameraApps | undefined> {
  const camera = await db.first(sql<Omit<CameraApps, 'apps'>>`
    select c.id, c.tenant_id as "tenantId", c.unit_id as "unitId", t.is_recording_enabled as "isRecordingEnabled",
      t.is_live_streaming_enabled as "isLiveStreamingEnabled", to_jsonb(t.packages) as packages,
      array_to_json(array_remove(array[case when ${isRefused('detection')} then 'detection' end,
        case when ${isRefused('recording')} then 'recording' end], null))::jsonb as refused, c.subscribers,
      ${reachesSomebody(sql`c.subscribers`)} as "isReached", c.places, c.type, a.runnable_apps as "runnableApps"
    from camera c join tenant t on t.id = c.tenant_id join agent a on a.tenant_id = c.tenant_id and a.id = c.agent_id
    where ${inTenants(sql`c.tenant_id`, scope)} and c.id = ${cameraId} and ${inUnits(sql`c.unit_id`, scope)}
      and c.deregistered_at is null`)
  if (!camera) return undefined
  const apps = await db.rows(sql<CameraAppRow>`
    select x.app_code as "appCode", coalesce(p.state, 'DISABLED') as state, case when x.app_code in ('A007', 'A008') then '{}' else jsonb_build_object('sensitivity', c.sensitivity) end
        || coalesce(p.settings, '{}') as settings,
      p.schedule, jsonb_build_object('state', ua.state, 'schedule', ua.schedule) as unit,
      jsonb_build_object('state', sa.state, 'schedule', sa.schedule) as site,
      ${reachesSomebody(sql`(p.settings->'subscribers')`)} as "isReached"
    from camera c cross join unnest(${codes}::text[]) with ordinality as x (app_code, place) ${appJoins}
    left join camera_app p on p.tenant_id = c.tenant_id and p.camera_id = c.id and p.app_code = x.app_code
    where c.tenant_id = ${camera.tenantId} and c.id = ${camera.id} order by x.place`)
  return { ...camera, apps }
}

/** Changes of an app; omitted fields stay unchanged, or off without settings if nothing is stored. */
export type AppChange = { state?: StoredState; settings?: AppSettings; schedule?: Schedule | null }

/** Replaces the places of a camera of the writable tenant. */
export async function savePlaces(db: TenantDb, cameraId: string, places: readonly Place[], now: Date): Promise<void> {
  const all = JSON.stringify(places)
  await db.run(sql`
    update camera set places = ${all}::jsonb, version = version + 1, updated_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${cameraId} and places is distinct from ${all}::jsonb`)
}

/** Stores an app of the writable tenant. */
export async function saveApp(
  db: TenantDb,
  [cameraId, appCode]: readonly [string, AppCode],
  { state, settings, schedule }: AppChange,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into camera_app as x (tenant_id, camera_id, app_code, state, settings, schedule, updated_at)
    values (${db.tenantId}, ${cameraId}, ${appCode}, ${state ?? 'DISABLED'}, ${settings ?? {}}, ${schedule ?? null}, ${now})
    on conflict (tenant_id, camera_id, app_code) do update set updated_at = excluded.updated_at,
      state = case when ${state !== undefined} then excluded.state else x.state end,
      settings = case when ${settings !== undefined} then excluded.settings else x.settings end,
      schedule = case when ${schedule !== undefined} then excluded.schedule else x.schedule end`)
}
