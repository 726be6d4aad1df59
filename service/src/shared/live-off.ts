/**
 * Whether a camera's live streaming (A008) is on, and otherwise which switch or schedule turns it off. LIVE-01, APP-02.
 */

import type { LiveOff } from '@mimamori/contract/camera/running.ts'
import type { Schedule } from '@mimamori/contract/camera/schedule.ts'
import { isOn, nextChange } from '@mimamori/contract/camera/week-clock.ts'
import { sql } from '#platform/postgres/sql.ts'
import { appJoins } from './desired.ts'

type Said = { state: string | null; at: string | null }
/** The settings of camera, unit and site. */
export type LiveSwitches = {
  siteWide: { isOn: boolean; at: string | null }
  camera: Said
  unit: Said
  site: Said
  schedule: Schedule | null
  timezone: string
}

const said = (row: string) => {
  const at = sql.raw(`to_char(${row}.state_changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
  return sql`jsonb_build_object('state', ${sql.raw(row)}.state, 'at', ${at})`
}

/** The LiveSwitches of a row `c` of camera, looked up row by row. */
export const liveSwitches = sql`(
  select jsonb_build_object('siteWide', jsonb_build_object('isOn', lt.is_live_streaming_enabled,
      'at', to_char(lt.live_streaming_changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    'camera', ${said('ca')}, 'unit', ${said('ua')}, 'site', ${said('sa')},
    'schedule', coalesce(ca.schedule, ua.schedule, sa.schedule), 'timezone', lt.timezone)
  from tenant lt cross join (select 'A008' as app_code) x ${appJoins}
    left join camera_app ca on ca.tenant_id = c.tenant_id and ca.camera_id = c.id and ca.app_code = x.app_code
  where lt.id = c.tenant_id)`

/**
 * Null: it is on at this instant. A camera without its own setting is off; GLOBAL follows its unit, otherwise its site.
 */
export function liveOffOf(switches: LiveSwitches, now: Date): LiveOff | null {
  const { siteWide, camera, unit, site, schedule, timezone } = switches
  const off = (by: LiveOff['by'], sinceAt: string | null, untilAt: string | null = null) => ({ by, sinceAt, untilAt })
  if (!siteWide.isOn) return off('site-wide', siteWide.at)
  if (camera.state !== 'ENABLED' && camera.state !== 'GLOBAL') return off('camera', camera.at)
  const [by, above] = unit.state === null ? (['site', site] as const) : (['unit', unit] as const)
  if (camera.state === 'GLOBAL' && above.state === 'DISABLED') return off(by, later(camera.at, above.at))
  if (isOn(schedule, now, timezone)) return null
  return off('hours', null, nextChange(schedule, now, timezone)?.toISOString() ?? null)
}

/** The camera follows the other setting only since its own setting says so. */
function later(one: string | null, other: string | null): string | null {
  return one !== null && other !== null && one > other ? one : other
}
