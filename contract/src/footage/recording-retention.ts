/** Where a site keeps its recordings, how long and how much of them, and how long its measurements. Requirement REC-05. */
import { z } from 'zod'
import { ADMINS } from '../identity/roles.ts'
import { endpoint } from '../shared/endpoint.ts'
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
  /** Older recordings go; null: none is too old. */
  days,
  /** 10^9 bytes each, of the site with the service and of each hub; beyond these the oldest go. Null: as much as the disk holds. */
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
  /** Of the video, without gaps. */
  durationMs: z.number().int(),
  bytes: z.number().int(),
  /** When the oldest of them begins; null: there are none. */
  oldestAt: z.iso.datetime().nullable(),
}
const recordings = z.object(amount)
export type RecordingAmount = z.infer<typeof recordings>

export const retention = z.object({
  tenantId: z.uuid(),
  tenantName: z.string(),
  /** Where what is recorded from now on lies; what was recorded before stays where it is. */
  place: recordingPlace,
  ...limits,
  measurementDays,
  /** What the service has and may remove one day. */
  retained: recordings,
  /** What lies on hubs, wholly or partly, and may be removed one day; their bytes there alone. */
  onHubs: recordings,
  /** What never is, and counts towards no limit. */
  archived: recordings,
  /** When some were last removed before their time, because the disk of the service was full. */
  shortenedAt: z.iso.datetime().nullable(),
  lastEditedBy: z.string().nullable(),
  lastEditedAt: z.iso.datetime().nullable(),
  version: z.number().int(),
})
export type Retention = z.infer<typeof retention>

const retentionPreview = z.object({
  removed: recordings,
  /** The same by camera, the most bytes first. */
  cameras: z.array(z.object({ cameraId: z.uuid(), cameraName: z.string(), ...amount })),
})
export type RetentionPreview = z.infer<typeof retentionPreview>

/** Left out: the site that is worked on. */
const site = { tenantId: z.uuid().optional() }

export const retentionDraft = z.strictObject({
  ...site,
  place: recordingPlace,
  ...limits,
  /** Left out: as before. */
  measurementDays: measurementDays.optional(),
  version: z.number().int(),
  /** Save although recordings are removed by it; without it that answers `removes-recordings`. */
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
    response: retention,
    changes: true,
  }),
}
