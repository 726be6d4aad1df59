/** Assets: tags, shifts and escalation rules. Requirements SET-02, SET-03. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, page, pageQuery } from './page.ts'
import { ADMINS, READERS } from './roles.ts'
import { schedule } from './schedule.ts'

export const assetType = z.enum(['TAG', 'SHIFT', 'ESCALATION'])
export type AssetType = z.infer<typeof assetType>

const name = z.string().trim().min(1, 'asset.name-required').max(80)
const tagDraft = z.strictObject({ type: z.literal('TAG'), name })
const shiftDraft = z.strictObject({
  type: z.literal('SHIFT'),
  name,
  /** Minutes since the site's midnight; an end at or before the start is on the next day. */
  startMinute: z.number().int().min(0).max(1439),
  endMinute: z.number().int().min(0).max(1439),
})
const escalationDraft = z.strictObject({
  type: z.literal('ESCALATION'),
  name,
  thresholdMinutes: z.number().int().min(1).max(1440),
  userIds: z.array(z.uuid()).max(100).default([]),
  unitIds: z.array(z.uuid()).max(100).default([]),
  activeHours: schedule.nullable().default(null),
})
export const assetDraft = z.discriminatedUnion('type', [tagDraft, shiftDraft, escalationDraft])

export const asset = z.object({
  id: z.uuid(),
  type: assetType,
  name: z.string(),
  lastEditedBy: z.string().nullable(),
  lastEditedAt: z.iso.datetime(),
})
export type Asset = z.infer<typeof asset>

export const assetEndpoints = {
  'asset.search': endpoint({
    method: 'POST',
    path: 'asset/search',
    access: READERS,
    summary: 'One page of tags, shifts or escalation rules.',
    query: pageQuery,
    body: z.strictObject({ type: assetType }),
    response: page(asset),
    later: true,
  }),
  'asset.get': endpoint({
    method: 'GET',
    path: 'asset/:id',
    access: READERS,
    summary: 'One tag, shift or escalation rule.',
    params: byId,
    response: asset,
    later: true,
  }),
  'asset.create': endpoint({
    method: 'POST',
    path: 'asset',
    access: ADMINS,
    summary: 'Create a tag, shift or escalation rule.',
    body: assetDraft,
    response: asset,
    changes: true,
    later: true,
  }),
  'asset.patch': endpoint({
    method: 'PUT',
    path: 'asset/patch',
    access: ADMINS,
    summary: 'Change a tag, shift or escalation rule.',
    body: z.strictObject({ id: z.uuid(), draft: assetDraft }),
    response: asset,
    changes: true,
    later: true,
  }),
  'asset.remove': endpoint({
    method: 'DELETE',
    path: 'asset/:id',
    access: ADMINS,
    summary: 'Delete a tag, shift or escalation rule.',
    params: byId,
    changes: true,
    later: true,
  }),
}
