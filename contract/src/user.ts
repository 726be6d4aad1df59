/** Users: who may sign in, as what. Requirements USER-01 to USER-04. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, page, pageQuery } from './page.ts'
import { ADMINS } from './roles.ts'
import { dateFormat, locale, role, timezone } from './session.ts'

const required = (field: string) => z.string().trim().min(1, `user.${field}-required`).max(80)

export const userDraft = z.strictObject({
  firstName: required('first-name'),
  lastName: required('last-name'),
  email: z.email('user.email-invalid').max(254),
  mobileNo: z.string().max(30).optional(),
  userName: z.string().trim().max(254).optional(),
  /** Left out: the user chooses it by the invitation. */
  password: z.string().min(6, 'user.password-too-short').max(200).optional(),
  locale,
  timezone,
  role,
  dateFormat,
  type: z.enum(['REGULAR', 'SHARED']).default('REGULAR'),
  unitIds: z.array(z.uuid()).max(100).default([]),
})

export const user = userDraft.omit({ password: true }).extend({
  id: z.uuid(),
  displayName: z.string(),
  isMobileRegistered: z.boolean(),
  isWebRegistered: z.boolean(),
})
export type User = z.infer<typeof user>

export const userEndpoints = {
  'user.search': endpoint({
    method: 'POST',
    path: 'user/search',
    access: ADMINS,
    summary: 'One page of the users in the asking user’s scope.',
    query: pageQuery,
    body: z.strictObject({ text: z.string().max(100).optional(), roles: z.array(role).optional() }),
    response: page(user),
    later: true,
  }),
  'user.create': endpoint({
    method: 'POST',
    path: 'user',
    access: ADMINS,
    summary: 'Create a user, who gets an invitation.',
    body: userDraft,
    response: user,
    changes: true,
    later: true,
  }),
  'user.get': endpoint({
    method: 'GET',
    path: 'user/:id',
    access: ADMINS,
    summary: 'One user.',
    params: byId,
    response: user,
    later: true,
  }),
  'user.patch': endpoint({
    method: 'PUT',
    path: 'user/patch',
    access: ADMINS,
    summary: 'Change a user.',
    body: userDraft.partial().extend({ id: z.uuid() }),
    response: user,
    changes: true,
    later: true,
  }),
  'user.remove': endpoint({
    method: 'DELETE',
    path: 'user/:id',
    access: ADMINS,
    summary: 'Delete a user and end all sessions of that user.',
    params: byId,
    changes: true,
    later: true,
  }),
}
