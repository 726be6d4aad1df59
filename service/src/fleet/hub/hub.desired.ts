/** Desired settings of a hub's cameras, and its reports on those in force. Requirements CAM-06, HUB-03. */
import type { SettingsError } from '@mimamori/contract/camera/settings-error.ts'
import type { DesiredCamera, reportedCamera, StoredReport } from '@mimamori/contract/fleet/hub.ts'
import type { z } from 'zod'
import type { Hub, HubContext } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { desiredRows, type RenewedCamera } from '#shared/desired.ts'
import { type DesiredRow, toDesired } from '#shared/desired-rules.ts'
import { publishHubChange } from '#shared/hub.ts'
import { fallbackContacts } from './hub.contacts.ts'
import { toSettingsErrors } from './hub.facts.ts'
import { cameraNetworks, markComplete, recordingRule } from './hub.queries.ts'

/** The hub's own cameras alone, and its last reports on them. */
export async function desiredSettings(context: HubContext) {
  const { db, hub, secrets, log } = context
  const rows = await desiredRows(db, { agentId: hub.id })
  const cameras: DesiredCamera[] = rows.map((row) => ({ ...toDesired(row), password: passwordOf(row) }))
  return {
    cameras,
    networks: await cameraNetworks(db, hub),
    reported: await storedReports(db, hub),
    recordings: await recordingRule(db, hub),
    contacts: await fallbackContacts(context),
  }

  function passwordOf({ cameraId, passwordSealed }: DesiredRow): string | null {
    if (passwordSealed === null) return null
    try {
      return secrets.open(passwordSealed, `${hub.tenantId}|camera|password|${cameraId}`)
    } catch (error) {
      // The master key was exchanged. The other cameras must not be affected: this one will report a wrong password.
      log.error({ err: error, cameraId }, 'the password of a camera could not be opened')
      return null
    }
  }
}

function storedReports(db: TenantDb, hub: Hub): Promise<StoredReport[]> {
  return db.rows(sql<StoredReport>`
    select id as "cameraId", reported_version as version, reported_errors as errors from camera
    where tenant_id = ${hub.tenantId} and agent_id = ${hub.id} order by id`)
}

type SentReport = z.output<typeof reportedCamera>
type Report = Omit<SentReport, 'errors'> & { errors: SettingsError[] }

/**
 * The hub reports its settings in force. The first report completes its registration. The hub's row is locked before
 * its cameras, as by heartbeats.
 */
export async function takeReport(context: HubContext, reports: readonly SentReport[]): Promise<void> {
  const { db, hub, now } = context
  const isComplete = await markComplete(db, hub, now)
  const changed = reports.length > 0 ? await saveReport(db, hub, reports.map(storable)) : []
  if (isComplete) {
    await context.audit({ action: 'agent.complete', objectType: 'agent', objectId: hub.id })
  }
  context.afterCommit(() => {
    if (isComplete) publishHubChange(context.bus, hub.tenantId, hub.id)
    for (const { id, unitId } of changed) {
      context.bus.publish(hub.tenantId, { type: 'camera-changed', cameraId: id, unitId })
    }
  })
}

/** Without characters that PostgreSQL cannot hold. */
function storable({ errors, settings, ...report }: SentReport): Report {
  const clean = (_: string, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value
  return {
    ...report,
    errors: toSettingsErrors(errors),
    settings: settings && JSON.parse(JSON.stringify(settings), clean),
  }
}

/**
 * An error applies to the currently desired version and leaves the one in force unchanged. A report that arrives after
 * one of a newer version changes nothing. Returns the cameras whose shadow changed.
 */
function saveReport(db: TenantDb, hub: Hub, reports: readonly Report[]): Promise<RenewedCamera[]> {
  return db.rows(sql<RenewedCamera>`
    update camera c set reported_version = s.version, reported_errors = s.errors, reported_settings = s.settings
    from (
      select k.id,
        case when r.errors = '[]' then greatest(k.reported_version, least(r.version, k.desired_version))
          else k.reported_version end as version,
        case when r.version < k.reported_version then k.reported_errors
          when r.errors = '[]' or r.version = k.desired_version then r.errors
          else k.reported_errors end as errors,
        case when r.version < k.reported_version then k.reported_settings
          else coalesce(nullif(r.settings, 'null'), k.reported_settings) end as settings
      from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
        as r ("cameraId" uuid, version integer, errors jsonb, settings jsonb)
      join camera k on k.tenant_id = ${hub.tenantId} and k.agent_id = ${hub.id} and k.id = r."cameraId"
      order by k.id for no key update of k
    ) s
    where c.tenant_id = ${hub.tenantId} and c.id = s.id
      and (c.reported_version, c.reported_errors, c.reported_settings) is distinct from (s.version, s.errors, s.settings)
    returning c.id, c.unit_id as "unitId"`)
}
