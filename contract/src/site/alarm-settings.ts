/** Which alerts of a site are alarms and how long a claim lasts: for the site's own administrators. Requirements ALARM-01, ALARM-02. */
import { z } from 'zod'
import { alertSeverity } from '../camera/apps.ts'
import { ADMINS } from '../identity/roles.ts'
import { endpoint } from '../shared/endpoint.ts'
import { alarmFields } from './tenant.ts'

const alarmSettings = z.object({
  tenantId: z.uuid(),
  alarmSeverities: z.array(alertSeverity),
  arrivalLimitSeconds: z.number().int(),
  /** Of the site: a change of any of its settings is a new one. */
  version: z.number().int(),
})
export type AlarmSettings = z.infer<typeof alarmSettings>

export const alarmSettingsDraft = z.strictObject({
  ...alarmFields,
  version: z.number().int(),
  /** Left out: the site that is worked on. */
  tenantId: z.uuid().optional(),
})
export type AlarmSettingsDraft = z.input<typeof alarmSettingsDraft>

export const alarmSettingsEndpoints = {
  'alarmSettings.get': endpoint({
    method: 'GET',
    path: 'alarmSettings',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Which alerts of a site need an answer, and how long a claim lasts.',
    query: z.strictObject({ tenantId: z.uuid().optional() }),
    response: alarmSettings,
  }),
  'alarmSettings.save': endpoint({
    method: 'PUT',
    path: 'alarmSettings',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Choose which alerts of a site need an answer, and how long a claim lasts.',
    body: alarmSettingsDraft,
    response: alarmSettings,
    changes: true,
  }),
}
