/** Tenants: organisations and their sites. Requirements SITE-01 to SITE-04. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, page, pageQuery } from './page.ts'
import { ORGANISERS } from './roles.ts'

export const tenantDraft = z.strictObject({
  name: z.string().trim().min(1, 'tenant.name-required').max(120),
  code: z
    .string()
    .min(1, 'tenant.code-required')
    .max(40)
    .regex(/^[A-Za-z0-9-]+$/, 'tenant.code-invalid'),
  region: z.literal('ap-northeast-1', 'tenant.region-required'),
  parentId: z.uuid().nullable().default(null),
  isRecordingEnabled: z.boolean().default(false),
  isLiveStreamingEnabled: z.boolean().default(false),
  /** A live session ends after this many minutes; null: never. */
  streamingRestrictionMinutes: z.number().int().min(1).max(1440).nullable().default(null),
  packages: z.array(z.string().max(40)).default([]),
  roomCameraLimit: z.number().int().min(0).max(100_000).default(0),
  publicCameraLimit: z.number().int().min(0).max(100_000).default(0),
})

export const tenant = tenantDraft.extend({ id: z.uuid(), parentName: z.string().nullable() })
export type Tenant = z.infer<typeof tenant>

export const tenantEndpoints = {
  'tenant.search': endpoint({
    method: 'POST',
    path: 'tenant/search',
    access: ORGANISERS,
    summary: 'One page of the organisations and sites in the user’s scope, by name.',
    query: pageQuery,
    body: z.strictObject({ text: z.string().max(100).optional() }),
    response: page(tenant),
  }),
  'tenant.get': endpoint({
    method: 'GET',
    path: 'tenant/:id',
    access: ORGANISERS,
    summary: 'One site.',
    params: byId,
    response: tenant,
    later: true,
  }),
  'tenant.create': endpoint({
    method: 'POST',
    path: 'tenant',
    access: ORGANISERS,
    summary: 'Create a site.',
    body: tenantDraft,
    response: tenant,
    changes: true,
    later: true,
  }),
  'tenant.patch': endpoint({
    method: 'PUT',
    path: 'tenant/patch',
    access: ORGANISERS,
    summary: 'Change a site.',
    body: tenantDraft.partial().extend({ id: z.uuid() }),
    response: tenant,
    changes: true,
    later: true,
  }),
}
