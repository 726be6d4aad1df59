/**
 * A site's policy for recordings: place, age and size limits, and for how long measurements are retained. Requirement
 * REC-05.
 */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { ADMINS } from '../shared/roles.ts'
import { recordingPlace } from './recording-on-hub.ts'

const DAYS_MAX = 3650
const GIGABYTES_MAX = 1_000_000

const days = z
  .number('retention.days-invalid')
  .int('retention.days-invalid')
  .min(1, 'retention.days-invalid')
  .max(DAYS_MAX, 'retention.days-invalid')
  .nullable()
const gigabytes = z
  .number('retention.gigabytes-invalid')
  .int('retention.gigabytes-invalid')
  .min(1, 'retention.gigabytes-invalid')
  .max(GIGABYTES_MAX, 'retention.gigabytes-invalid')
  .nullable()

const limits = {
  /** Older recordings are removed; null: no age limit. */
  days,
  /**
   * In 10^9 bytes, separately for the service and for each hub; beyond the limit the oldest are removed. Null: as much
   * as the disk holds.
   */
  gigabytes,
}

/** Days that seconds of the feature log are retained; minutes and hours stay. */
const measurementDays = z
  .number('retention.measurement-days-invalid')
  .int('retention.measurement-days-invalid')
  .min(1, 'retention.measurement-days-invalid')
  .max(400, 'retention.measurement-days-invalid')

const amount = {
  count: z.number().int(),
  /** Duration of the video, without gaps. */
  durationMs: z.number().int(),
  bytes: z.number().int(),
  /** The beginning of the oldest one; null if there are none. */
  oldestAt: z.iso.datetime().nullable(),
}
const recordings = z.object(amount)
export type RecordingAmount = z.infer<typeof recordings>

export const retention = z.object({
  tenantId: z.uuid(),
  tenantName: z.string(),
  /** Where future recordings are stored; existing ones stay where they are. */
  place: recordingPlace,
  ...limits,
  measurementDays,
  /** Recordings that the service has and may remove some day. */
  retained: recordings,
  /** Recordings entirely or partly on hubs that may be removed some day; only their bytes on hubs. */
  onHubs: recordings,
  /** Archived recordings are never removed, and count toward no limit. */
  archived: recordings,
  /** When recordings were last removed early because the service's disk was full. */
  shortenedAt: z.iso.datetime().nullable(),
  lastEditedBy: z.string().nullable(),
  lastEditedAt: z.iso.datetime().nullable(),
  version: z.number().int(),
})
export type Retention = z.infer<typeof retention>

const retentionPreview = z.object({
  removed: recordings,
  /** The same by camera, in order of size, largest first. */
  cameras: z.array(z.object({ cameraId: z.uuid(), cameraName: z.string(), ...amount })),
})
export type RetentionPreview = z.infer<typeof retentionPreview>

/** Omitted: the current site. */
const site = { tenantId: z.uuid().optional() }

export const retentionDraft = z.strictObject({
  ...site,
  place: recordingPlace,
  ...limits,
  /** Omitted: unchanged. */
  measurementDays: measurementDays.optional(),
  version: z.number().int(),
  /** Saves even if that removes recordings; otherwise such a call fails with `removes-recordings`. */
  isConfirmed: z.boolean().default(false),
})
export type RetentionDraft = z.input<typeof retentionDraft>

export const retentionEndpoints = {
  'retention.get': endpoint({
    method: 'GET',
    path: 'retention',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Where a site keeps its recordings, how long and how much of them, and what it has.',
    query: z.strictObject(site),
    response: retention,
  }),
  'retention.preview': endpoint({
    method: 'GET',
    path: 'retention/preview',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'What such limits would remove; left out: no limit.',
    query: z.strictObject({
      ...site,
      days: z.coerce.number().int().min(1).max(DAYS_MAX).optional(),
      gigabytes: z.coerce.number().int().min(1).max(GIGABYTES_MAX).optional(),
    }),
    response: retentionPreview,
  }),
  'retention.save': endpoint({
    method: 'PUT',
    path: 'retention',
    access: ADMINS,
    whileBound: 'refused',
    summary:
      'Change where, how long and how much of its recordings a site keeps; what is beyond its limits goes within minutes.',
    body: retentionDraft,
    changesObject: retention,
    response: retention,
    changes: true,
  }),
}
