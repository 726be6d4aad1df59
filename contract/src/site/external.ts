/**
 * The site's own system (such as a care record system) and the runs that report to it. Requirements CAM-02, CAM-13,
 * SITE-01.
 */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { externalReason } from '../shared/external-reason.ts'
import { byId } from '../shared/page.ts'
import { ADMINS, ORGANISERS } from '../shared/roles.ts'
import { codeText } from '../shared/text.ts'

/** Fields sent once, and for each camera. The field map has the other system's names for them. */
export const EXTERNAL_HEAD = ['corporationCode', 'jigCode', 'formatKbn', 'cameras'] as const
export const EXTERNAL_CAMERA = ['unitCode', 'resCode', 'deviceId', 'deviceName'] as const

const fieldName = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, 'external.field-name')

export const fieldMap = z
  .strictObject({
    corporationCode: fieldName,
    jigCode: fieldName,
    formatKbn: fieldName,
    cameras: fieldName,
    unitCode: fieldName,
    resCode: fieldName,
    deviceId: fieldName,
    deviceName: fieldName,
  })
  .superRefine((map, { addIssue }) => {
    for (const level of [EXTERNAL_HEAD, EXTERNAL_CAMERA] as const) {
      for (const field of level) {
        const isTwice = level.some((other) => other !== field && map[other] === map[field])
        if (isTwice) addIssue({ code: 'custom', path: [field], message: 'external.field-twice' })
      }
    }
  })
export type FieldMap = z.infer<typeof fieldMap>

export const DEFAULT_FIELD_MAP: FieldMap = {
  corporationCode: 'corporation_code',
  jigCode: 'jig_code',
  formatKbn: 'format_kbn',
  cameras: 'cameras',
  unitCode: 'unit_code',
  resCode: 'res_code',
  deviceId: 'device_id',
  deviceName: 'device_name',
}

const code = codeText().max(40)

const externalDraft = z.strictObject({
  isEnabled: z.boolean(),
  /** Where it listens: https, or http where the operator of this installation allows it. Empty: not set up yet. */
  url: z
    .string()
    .trim()
    .max(500)
    .regex(/^(https?:\/\/[^\s]+)?$/i, 'external.url-form'),
  /** 法人 */
  corporationCode: code,
  /** 事業所 */
  jigCode: code,
  /** フォーマット区分 */
  formatKbn: code,
  fieldMap,
  /** E-mail addresses that are notified when a run fails. */
  subscribers: z.array(z.email('external.email-invalid').max(254)).max(20),
})
export type ExternalDraft = z.infer<typeof externalDraft>

/**
 * The same with the signing key, as entered. Empty or omitted: the key stays unchanged. The key before a new one signs
 * for another day. REACH-52.
 */
export const externalForm = externalDraft.extend({
  authKey: z
    .string()
    .max(500)
    .refine((key) => key === '' || key.length >= 16, 'external.key-short')
    // As libraries of Standard Webhooks write theirs: 24 to 64 bytes in base64.
    .refine((key) => !key.startsWith('whsec_') || /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(key), 'external.key-form')
    .optional(),
})

export type ExternalReason = z.infer<typeof externalReason>

/** `pending`: waits for its turn, or for the next try. */
export const externalRun = z.object({
  id: z.uuid(),
  /** Null: all cameras of the site. */
  cameraId: z.uuid().nullable(),
  state: z.enum(['pending', 'sending', 'done', 'failed']),
  /** Why the last try failed; null: it did not. */
  reason: externalReason.nullable(),
  httpStatus: z.number().int().nullable(),
  /** The other system's message, as plain text. */
  message: z.string().nullable(),
  attempts: z.number().int(),
  cameraCount: z.number().int(),
  /** The present name of the camera; null: all cameras of the site, or one that is gone. */
  cameraName: z.string().nullable(),
  /** When it was requested. */
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
})
export type ExternalRun = z.infer<typeof externalRun>

export const external = externalDraft.extend({
  tenantId: z.uuid(),
  /** Last characters of the access key; null: none was set. */
  keyLastFour: z.string().nullable(),
  /** 0: never saved. */
  version: z.number().int(),
  /** Newest first, at most 10. */
  runs: z.array(externalRun),
})
export type External = z.infer<typeof external>

/** Why a camera is left out. */
const externalSkip = z.enum(['switched-off', 'no-unit-code', 'no-res-code'])
export type ExternalSkip = z.infer<typeof externalSkip>

const externalPreview = z.object({
  url: z.string(),
  /** As they would be sent; the signature is cut. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The JSON, indented. */
  body: z.string(),
  cameraCount: z.number().int(),
  skipped: z.array(z.object({ id: z.uuid(), name: z.string(), reason: externalSkip })),
})
export type ExternalPreview = z.infer<typeof externalPreview>

export const externalEndpoints = {
  'external.get': endpoint({
    method: 'GET',
    path: 'tenant/:id/external',
    access: ORGANISERS,
    summary: 'The external system of a site and its last runs.',
    params: byId,
    response: external,
  }),
  'external.save': endpoint({
    method: 'PUT',
    path: 'tenant/:id/external',
    access: ORGANISERS,
    summary: 'Change the external system of a site. Its key is not set while connected to a site.',
    params: byId,
    body: externalForm.extend({ version: z.number().int().min(0) }),
    changesObject: external,
    response: external,
    changes: true,
  }),
  'external.dryRun': endpoint({
    method: 'POST',
    path: 'tenant/:id/external/dryRun',
    access: ORGANISERS,
    summary: 'What would be sent, without sending it.',
    params: byId,
    response: externalPreview,
  }),
  'external.sync': endpoint({
    method: 'POST',
    path: 'tenant/:id/external/sync',
    access: ORGANISERS,
    summary: 'Tell the external system about all cameras of the site; `external.run` says what came of it.',
    params: byId,
    response: externalRun,
    changes: true,
  }),
  'external.syncCamera': endpoint({
    method: 'POST',
    path: 'camera/sync/:id',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Tell the external system about one camera; `external.run` says what came of it.',
    params: byId,
    response: externalRun,
    changes: true,
  }),
  'external.ofCamera': endpoint({
    method: 'GET',
    path: 'camera/sync/:id',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Whether a camera can be reported, and its last run.',
    params: byId,
    response: z.object({
      /** Whether the site has an external system that is switched on. */
      isEnabled: z.boolean(),
      /** Why this camera is left out; null: it is included. */
      skip: externalSkip.nullable(),
      run: externalRun.nullable(),
    }),
  }),
  'external.run': endpoint({
    method: 'GET',
    path: 'external/run/:id',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'What came of telling the external system.',
    params: byId,
    response: externalRun,
  }),
}
