/** Assets: tags, shifts, escalation rules, and kinds of alerts of other systems. Requirements SET-02, SET-03, REACH-54. */
import { z } from 'zod'
import { schedule } from '../camera/schedule.ts'
import { alertSeverity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, openKeyedQuery, page } from '../shared/page.ts'
import { version } from '../shared/patch.ts'
import { ADMINS, READERS } from '../shared/roles.ts'
import { nameText } from '../shared/text.ts'

export const assetType = z.enum(['TAG', 'SHIFT', 'ESCALATION', 'KIND'])
export type AssetType = z.infer<typeof assetType>

/** Tags and shifts are few: consoles fetch them in pages of this size. SET-03. */
export const ASSET_PAGE_SIZE = 50
/** The longest time that an alert may wait unseen: a day. */
const THRESHOLD_MAX_MINUTES = 1440

/** The longest name of a tag, a shift or an escalation rule, in characters. */
export const ASSET_NAME_MAX = 80

const name = nameText('asset.name-required', ASSET_NAME_MAX)
const minuteOfDay = z
  .number('asset.time-invalid')
  .int('asset.time-invalid')
  .min(0, 'asset.time-invalid')
  .max(1439, 'asset.time-invalid')

const tagFields = { type: z.literal('TAG'), name }
const shiftFields = {
  type: z.literal('SHIFT'),
  name,
  /** Minutes since the site's midnight; an end at or before the start is on the next day. */
  startMinute: minuteOfDay,
  endMinute: minuteOfDay,
}
const escalationFields = {
  type: z.literal('ESCALATION'),
  name,
  thresholdMinutes: z.number().int().min(1).max(THRESHOLD_MAX_MINUTES),
  userIds: z.array(z.uuid()).max(100),
  /** All users bound to these units. */
  unitIds: z.array(z.uuid()).max(100),
  /** Null: at any time. */
  activeHours: schedule.nullable(),
}
/** What a call names a room by, beside its id: the room's name, or its code in the care record (CAM-13). */
export const ROOM_FIELDS = ['name', 'code'] as const
const kindFields = {
  type: z.literal('KIND'),
  name,
  /** The severity of its alerts. */
  severity: alertSeverity,
  roomField: z.enum(ROOM_FIELDS),
}
const hasRecipient = ({ userIds, unitIds }: { userIds: string[]; unitIds: string[] }) =>
  userIds.length + unitIds.length > 0
const noRecipient = { message: 'asset.recipient-required', path: ['userIds'] }

/** `tenantId`: the site; omitted: the current one. */
const site = { tenantId: z.uuid().optional() }
export const tagDraft = z.strictObject({ ...tagFields, ...site })
export const shiftDraft = z.strictObject({ ...shiftFields, ...site })
export const escalationDraft = z.strictObject({ ...escalationFields, ...site }).refine(hasRecipient, noRecipient)
export const kindDraft = z.strictObject({ ...kindFields, ...site })
const assetDraft = z.discriminatedUnion('type', [tagDraft, shiftDraft, escalationDraft, kindDraft])
export type AssetDraft = z.output<typeof assetDraft>

/** A change replaces all fields but recipients that are left out; `version` is that of the edited state. */
const edited = { id: z.uuid(), version }
const patchedRecipients = { userIds: escalationFields.userIds.optional(), unitIds: escalationFields.unitIds.optional() }
type PatchedRecipients = { userIds?: string[] | undefined; unitIds?: string[] | undefined }
const keepsRecipient = ({ userIds, unitIds }: PatchedRecipients) =>
  userIds && unitIds ? hasRecipient({ userIds, unitIds }) : !userIds && !unitIds
const assetPatch = z.discriminatedUnion('type', [
  z.strictObject({ ...tagFields, ...edited }),
  z.strictObject({ ...shiftFields, ...edited }),
  z.strictObject({ ...kindFields, ...edited }),
  z.strictObject({ ...escalationFields, ...patchedRecipients, ...edited }).refine(keepsRecipient, noRecipient),
])
export type AssetPatch = z.output<typeof assetPatch>

const stored = {
  id: z.uuid(),
  name: z.string(),
  tenantId: z.uuid(),
  tenantName: z.string(),
  /** Number of uses: cameras of a tag, users of a shift, apps of cameras with an escalation rule, alerts of a kind. */
  usageCount: z.number().int(),
  lastEditedBy: z.string().nullable(),
  lastEditedAt: z.iso.datetime(),
  version,
}
const named = z.array(z.object({ id: z.uuid(), name: z.string() }))

export const tag = z.object({ type: z.literal('TAG'), ...stored })
export type Tag = z.infer<typeof tag>
export const shift = z.object({
  type: z.literal('SHIFT'),
  ...stored,
  startMinute: z.number().int(),
  endMinute: z.number().int(),
  /** Cameras of the shift; `usageCount` counts its users. 0: the shift covers alerts of all cameras. */
  cameraCount: z.number().int(),
})
export type Shift = z.infer<typeof shift>
export const escalation = z.object({
  type: z.literal('ESCALATION'),
  ...stored,
  thresholdMinutes: z.number().int(),
  users: named,
  units: named,
  activeHours: schedule.nullable(),
})
export type Escalation = z.infer<typeof escalation>
/** A kind of alert that another system raises; alerts keep the name that it had. */
export const kind = z.object({ ...kindFields, ...stored })
export type Kind = z.infer<typeof kind>

export const asset = z.discriminatedUnion('type', [tag, shift, escalation, kind])
export type Asset = z.infer<typeof asset>

export const assetEndpoints = {
  'asset.search': endpoint({
    method: 'POST',
    path: 'asset/search',
    access: READERS,
    summary: 'One page of tags, shifts, escalation rules or kinds, by name. Escalation rules need the PRO package.',
    query: openKeyedQuery,
    body: z.strictObject({
      type: assetType,
      text: z.string().max(80).optional(),
      /** Only these, to name an earlier choice. */
      ids: z.array(z.uuid()).max(100).optional(),
      /** Only this site, if several are in reach. */
      tenantId: z.uuid().optional(),
    }),
    response: page(asset),
  }),
  'asset.get': endpoint({
    method: 'GET',
    path: 'asset/:id',
    access: READERS,
    summary: 'One tag, shift, escalation rule or kind.',
    params: byId,
    response: asset,
  }),
  'asset.create': endpoint({
    method: 'POST',
    path: 'asset',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Create a tag, shift, escalation rule or kind.',
    body: assetDraft,
    response: asset,
    changes: true,
  }),
  'asset.patch': endpoint({
    method: 'PUT',
    path: 'asset/patch',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Change a tag, shift, escalation rule or kind.',
    body: assetPatch,
    changesObject: asset,
    response: asset,
    changes: true,
  }),
  'asset.remove': endpoint({
    method: 'DELETE',
    path: 'asset/:id',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Delete a tag, shift, escalation rule or kind; what used it goes on without it.',
    params: byId,
    /** The version that the user has seen: an older one is a conflict. Omitted: any version. */
    query: z.strictObject({ version: z.coerce.number().pipe(version).optional() }),
    changes: true,
  }),
}
