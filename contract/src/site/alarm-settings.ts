/**
 * Which alerts of a site are alarms, how long a claim lasts, which end by themselves, the budget of alarms, and how often
 * one that nobody answers is repeated: for its own administrators. ALARM-01, LOAD-01, NIGHT-04, NIGHT-05.
 */
import { z } from 'zod'
import { alertSeverity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ADMINS } from '../shared/roles.ts'
import { alarmFields } from './tenant.ts'

const alarmSettings = z.object({
  tenantId: z.uuid(),
  alarmSeverities: z.array(alertSeverity),
  arrivalLimitSeconds: z.number().int(),
  isReturnEnding: z.boolean(),
  alarmsPerHourBudget: z.number().int().nullable(),
  repeatMinutes: z.number().int(),
  /** Version of the site: a change of any of its settings increments it. */
  version: z.number().int(),
})
export type AlarmSettings = z.infer<typeof alarmSettings>

export const alarmSettingsDraft = z.strictObject({
  ...alarmFields,
  /** Omitted: unchanged. */
  isReturnEnding: alarmFields.isReturnEnding.optional(),
  alarmsPerHourBudget: alarmFields.alarmsPerHourBudget.optional(),
  /** Omitted: unchanged. */
  repeatMinutes: alarmFields.repeatMinutes.optional(),
  version: z.number().int(),
  /** Omitted: the current site. */
  tenantId: z.uuid().optional(),
})
export type AlarmSettingsDraft = z.input<typeof alarmSettingsDraft>

export const alarmSettingsEndpoints = {
  'alarmSettings.get': endpoint({
    method: 'GET',
    path: 'alarmSettings',
    access: ADMINS,
    whileBound: 'refused',
    summary:
      'Which alerts of a site need an answer, how long a claim lasts, which alarms end by themselves, how often others are repeated, and the budget of alarms an hour.',
    query: z.strictObject({ tenantId: z.uuid().optional() }),
    response: alarmSettings,
  }),
  'alarmSettings.save': endpoint({
    method: 'PUT',
    path: 'alarmSettings',
    access: ADMINS,
    whileBound: 'refused',
    summary:
      'Choose which alerts of a site need an answer, how long a claim lasts, which alarms end by themselves, how often others are repeated, and the budget of alarms an hour.',
    body: alarmSettingsDraft,
    response: alarmSettings,
    changes: true,
  }),
}
