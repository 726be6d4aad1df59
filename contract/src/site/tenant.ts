/** Tenants: organizations and their sites. Requirements SITE-01 to SITE-04. */

import { z } from 'zod'
import { timezone } from '../identity/session.ts'
import {
  ALARM_BUDGET,
  ARRIVAL_LIMIT_S,
  REPEAT_MINUTES,
  USUAL_ALARM_SEVERITIES,
  USUAL_ARRIVAL_LIMIT_S,
} from '../shared/alarm-state.ts'
import { SEVERITIES } from '../shared/app-catalogue.ts'
import { alertSeverity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { whenMissing } from '../shared/errors.ts'
import { byId, openKeyedQuery, openQuery, page } from '../shared/page.ts'
import { halfWidth } from '../shared/plain.ts'
import { ORGANISERS } from '../shared/roles.ts'
import { nameText } from '../shared/text.ts'
import { isNeverContacted } from './network.ts'
import { TENANT_KINDS } from './site-lists.ts'

export const REGION = 'ap-northeast-1'

/** `192.168.10.0/24` or `fd00::/8`. */
export const cameraNetwork = z
  .string()
  .trim()
  .max(50)
  .refine((text) => z.cidrv4().safeParse(text).success || z.cidrv6().safeParse(text).success, {
    message: 'tenant.network-invalid',
  })
  .refine((text) => !isNeverContacted(text), { message: 'tenant.network-denied' })

/** Cameras of one kind; null: as many as the site likes. */
const limit = z
  .number('tenant.limit-invalid')
  .int('tenant.limit-invalid')
  .min(0, 'tenant.limit-invalid')
  .max(100_000, 'tenant.limit-invalid')
  .nullable()

export const PASSWORD_LENGTH = { least: 6, usual: 10, most: 64 }

/** Alarm settings of a site, which its own administrators may change. */
export const alarmFields = {
  /** Alerts of these severities become alarms when they are stored. ALARM-01. */
  alarmSeverities: z
    .array(alertSeverity)
    .max(4)
    .transform((list) => SEVERITIES.filter((each) => list.includes(each)))
    .refine((list) => list.includes('critical'), 'tenant.alarms-without-critical'),
  /** Seconds after which a claim without an arrival ends. ALARM-02. */
  arrivalLimitSeconds: z
    .number('tenant.arrival-limit-invalid')
    .int('tenant.arrival-limit-invalid')
    .min(ARRIVAL_LIMIT_S.least, 'tenant.arrival-limit-invalid')
    .max(ARRIVAL_LIMIT_S.most, 'tenant.arrival-limit-invalid'),
  /** Unclaimed bed exits and wake-ups end when the resident is back in bed. NIGHT-05. */
  isReturnEnding: z.boolean(),
  /** Administrators are notified of more alarms than this in an hour of a shift. Null: never. LOAD-01. */
  alarmsPerHourBudget: z
    .number('tenant.budget-invalid')
    .int('tenant.budget-invalid')
    .min(ALARM_BUDGET.least, 'tenant.budget-invalid')
    .max(ALARM_BUDGET.most, 'tenant.budget-invalid')
    .nullable(),
  /** An alarm that nobody answers is repeated after this many minutes; 0: never. NIGHT-04. */
  repeatMinutes: z
    .number('tenant.repeat-invalid')
    .int('tenant.repeat-invalid')
    .min(REPEAT_MINUTES.least, 'tenant.repeat-invalid')
    .max(REPEAT_MINUTES.most, 'tenant.repeat-invalid'),
}

/** The fields of a draft, without defaults: a patch leaves omitted fields unchanged. */
const fields = {
  name: nameText('tenant.name-required', 120),
  code: z
    .string('tenant.code-required')
    .overwrite(halfWidth)
    .trim()
    .min(1, 'tenant.code-required')
    .max(40)
    .regex(/^[A-Za-z0-9-]*$/, 'tenant.code-invalid'),
  region: z.literal(REGION, 'tenant.region-required'),
  /** The parent organization; null creates an organization. */
  parentId: z.uuid().nullable(),
  /** The time zone of schedules, shifts, day and night. */
  timezone: z.string(whenMissing('tenant.timezone-required')).min(1, 'tenant.timezone-required').pipe(timezone),
  isRecordingEnabled: z.boolean(),
  isLiveStreamingEnabled: z.boolean(),
  /** A live session ends after this many minutes; null: never. */
  streamingRestrictionMinutes: z
    .number('tenant.minutes-invalid')
    .int('tenant.minutes-invalid')
    .min(1, 'tenant.minutes-invalid')
    .max(1440, 'tenant.minutes-invalid')
    .nullable(),
  /** The minimum length of new passwords. */
  passwordMinLength: z
    .number('tenant.password-length-invalid')
    .int('tenant.password-length-invalid')
    .min(PASSWORD_LENGTH.least, 'tenant.password-length-invalid')
    .max(PASSWORD_LENGTH.most, 'tenant.password-length-invalid'),
  ...alarmFields,
  /** The license: only SUPER_ADMIN may change it. */
  packages: z.array(z.string().max(40)).max(20),
  roomCameraLimit: limit,
  publicCameraLimit: limit,
  /** Networks whose hosts the site's hubs may contact; empty: all private ones. */
  cameraNetworks: z.array(cameraNetwork).max(50),
}

export const tenantDraft = z.strictObject({
  ...fields,
  parentId: fields.parentId.default(null),
  timezone: fields.timezone.default('Asia/Tokyo'),
  isRecordingEnabled: z.boolean().default(false),
  isLiveStreamingEnabled: z.boolean().default(false),
  streamingRestrictionMinutes: fields.streamingRestrictionMinutes.default(null),
  passwordMinLength: fields.passwordMinLength.default(PASSWORD_LENGTH.usual),
  alarmSeverities: fields.alarmSeverities.default([...USUAL_ALARM_SEVERITIES]),
  arrivalLimitSeconds: fields.arrivalLimitSeconds.default(USUAL_ARRIVAL_LIMIT_S),
  isReturnEnding: z.boolean().default(true),
  alarmsPerHourBudget: fields.alarmsPerHourBudget.default(null),
  repeatMinutes: fields.repeatMinutes.default(REPEAT_MINUTES.usual),
  /** The license. Omitted: everything without a limit, or nothing where the operator sells subscriptions. */
  packages: fields.packages.optional(),
  roomCameraLimit: limit.optional(),
  publicCameraLimit: limit.optional(),
  cameraNetworks: fields.cameraNetworks.default([]),
})
export type TenantDraft = z.input<typeof tenantDraft>

export const tenantPatch = z.strictObject(fields).partial().extend({
  id: z.uuid(),
  /** True: no user of the tenant can sign in, and nobody can connect to it. */
  isDisabled: z.boolean().optional(),
  /** The version on which the change is based: an older one is a conflict. Omitted: any version. */
  version: z.number().int().optional(),
})
export type TenantPatch = z.input<typeof tenantPatch>

const tenantKind = z.enum(TENANT_KINDS)

export const tenant = z.object({
  ...fields,
  timezone: z.string(),
  alarmSeverities: z.array(alertSeverity),
  cameraNetworks: z.array(z.string()),
  id: z.uuid(),
  kind: tenantKind,
  parentName: z.string().nullable(),
  isDisabled: z.boolean(),
  /** When its data is removed for good; null: it is not marked for deletion. OPS-09. */
  deletionDueAt: z.iso.datetime().nullable(),
  /** Number of an organization's sites. */
  siteCount: z.number().int(),
  hubCount: z.number().int(),
  cameraCount: z.number().int(),
  onlineCameraCount: z.number().int(),
  /** The counts that the two limits of the license apply to. */
  roomCameraCount: z.number().int(),
  publicCameraCount: z.number().int(),
  /** Number of users who are not disabled, and of administrators among them. */
  userCount: z.number().int(),
  administratorCount: z.number().int(),
  /** The last characters of the site authorization key; null: none was issued. */
  keyLastFour: z.string().nullable(),
  createdAt: z.iso.datetime(),
  version: z.number().int(),
})
export type Tenant = z.infer<typeof tenant>

export const tenantFilter = z.strictObject({
  /** Part of the name or the code. */
  text: z.string().max(100).optional(),
  kind: tenantKind.optional(),
  parentId: z.uuid().optional(),
  isDisabled: z.boolean().optional(),
  /** With a camera that is expected to be online and is not. */
  hasOfflineCameras: z.boolean().optional(),
})
export type TenantFilter = z.input<typeof tenantFilter>

export const issuedKey = z.object({
  /** Returned only here, once. */
  authorizationKey: z.string(),
  keyLastFour: z.string(),
  /** Until when the previous one is accepted; null: there was none. */
  previousValidUntil: z.iso.datetime().nullable(),
})

/** Time that the previous key stays valid. domain.md, "Hub and site keys". */
export const KEY_OVERLAP_HOURS = 24

export const tenantEndpoints = {
  'tenant.search': endpoint({
    method: 'POST',
    path: 'tenant/search',
    access: ORGANISERS,
    summary: 'One page of the organisations and sites in the user’s scope, by name unless asked otherwise.',
    query: openKeyedQuery,
    body: tenantFilter,
    response: page(tenant),
  }),
  'tenant.get': endpoint({
    method: 'GET',
    path: 'tenant/:id',
    access: ORGANISERS,
    summary: 'One organisation or site.',
    params: byId,
    query: openQuery,
    response: tenant,
  }),
  'tenant.create': endpoint({
    method: 'POST',
    path: 'tenant',
    access: ORGANISERS,
    summary: 'Create an organisation, or a site below one.',
    query: openQuery,
    body: tenantDraft,
    response: tenant,
    changes: true,
  }),
  'tenant.patch': endpoint({
    method: 'PUT',
    path: 'tenant/patch',
    access: ORGANISERS,
    summary: 'Change an organisation or a site; what is left out stays.',
    body: tenantPatch,
    changesObject: tenant,
    response: tenant,
    changes: true,
  }),
  'tenant.newKey': endpoint({
    method: 'POST',
    path: 'tenant/:id/key',
    access: ORGANISERS,
    needsProof: true,
    summary: 'Issue a new site authorization key, shown once; the one before it stays good for another day.',
    params: byId,
    response: issuedKey,
    changes: true,
  }),
}
