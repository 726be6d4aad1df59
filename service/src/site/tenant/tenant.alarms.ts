/**
 * Which alerts of a site are alarms, how long a claim lasts, which end by themselves and how often an alarm is repeated,
 * for its own administrators. Requirements ALARM-01, ALARM-02, NIGHT-04, NIGHT-05.
 */
import type {
  AlarmSettings,
  AlarmSettingsDraft,
  alarmSettingsEndpoints,
} from '@mimamori/contract/site/alarm-settings.ts'
import type { Handlers } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail, found } from '#platform/service-error.ts'
import { auditAt } from '#shared/audit-at.ts'
import { placeOf } from '#shared/tenant-kind.ts'

export const alarmSettingsRoutes: Handlers<typeof alarmSettingsEndpoints> = {
  async 'alarmSettings.get'(context, { query }) {
    const tenantId = placeOf(context, query.tenantId)
    return found(await context.asPlatform('alarm settings of a site', (db) => readSettings(db, tenantId)))
  },

  async 'alarmSettings.save'(context, { body }) {
    const { asPlatform, afterCommit, wakeSignals, now } = context
    const tenantId = placeOf(context, body.tenantId)
    const saved = await asPlatform('save the alarm settings of a site', async (db) => {
      const before = found(await readSettings(db, tenantId))
      if (!(await saveSettings(db, tenantId, body, now))) throw fail('conflict')
      const after = (await readSettings(db, tenantId))!
      await auditAt(db, context, tenantId, {
        action: 'tenant.save-alarms',
        objectType: 'tenant',
        objectId: tenantId,
        details: { before: shown(before), after: shown(after) },
      })
      return after
    })
    afterCommit(() => wakeSignals.send('escalation'))
    return saved
  },
}

/** Undefined: not a site. An organization has no alarms of its own. */
function readSettings(db: PlatformDb, tenantId: string): Promise<AlarmSettings | undefined> {
  return db.first(sql<AlarmSettings>`
    select id as "tenantId", to_jsonb(alarm_severities) as "alarmSeverities",
      arrival_limit_seconds as "arrivalLimitSeconds", is_return_ending as "isReturnEnding",
      alarms_per_hour_budget as "alarmsPerHourBudget", repeat_minutes as "repeatMinutes", version
    from tenant where id = ${tenantId} and kind = 'site'`)
}

/** False: something of the site was changed meanwhile. */
async function saveSettings(
  db: PlatformDb,
  tenantId: string,
  {
    alarmSeverities,
    arrivalLimitSeconds,
    isReturnEnding,
    alarmsPerHourBudget,
    repeatMinutes,
    version,
  }: Omit<AlarmSettingsDraft, 'tenantId'>,
  now: Date,
): Promise<boolean> {
  const changed = await db.run(sql`
    update tenant set alarm_severities = ${alarmSeverities}::text[], arrival_limit_seconds = ${arrivalLimitSeconds},
      is_return_ending = coalesce(${isReturnEnding ?? null}::boolean, is_return_ending),
      alarms_per_hour_budget = case when ${alarmsPerHourBudget !== undefined} then ${alarmsPerHourBudget ?? null}::integer
        else alarms_per_hour_budget end,
      repeat_minutes = coalesce(${repeatMinutes ?? null}, repeat_minutes), version = version + 1, updated_at = ${now}
    where id = ${tenantId} and version = ${version}`)
  return changed === 1
}

function shown(settings: AlarmSettings) {
  const { alarmSeverities, arrivalLimitSeconds, isReturnEnding, alarmsPerHourBudget, repeatMinutes } = settings
  return { alarmSeverities, arrivalLimitSeconds, isReturnEnding, alarmsPerHourBudget, repeatMinutes }
}
