/** Users: accounts and their roles. Requirements USER-01 to USER-04. */
import { z } from 'zod'
import { DATE_FORMATS, LOCALE_CODES } from '../languages/locales.ts'
import { endpoint } from '../shared/endpoint.ts'
import { whenMissing } from '../shared/errors.ts'
import { byId, keyedQuery, page, pageQuery } from '../shared/page.ts'
import { ADMINS, ROLES, USER_TYPES } from '../shared/roles.ts'
import { codeText, emailText, line, nameText } from '../shared/text.ts'
import { invitationSent } from './invitation.ts'
import { timezone } from './session.ts'

const ids = z.array(z.uuid()).max(100)

const userType = z.enum(USER_TYPES)

/** The fields of a draft, without defaults: a patch leaves omitted fields unchanged. */
const fields = {
  firstName: nameText('user.first-name-required', 80),
  lastName: nameText('user.last-name-required', 80),
  /** The whole name in kana, family name first; empty: not known. Lists are in its order. */
  kana: line(80),
  email: emailText('user.email-invalid'),
  mobileNo: codeText()
    .max(30)
    .regex(/^[+0-9 ().-]*$/, 'user.mobile-invalid'),
  /** A second name to sign in with; empty: the e-mail address. */
  userName: line(254),
  locale: z.enum(LOCALE_CODES, 'user.locale-required'),
  timezone: z.string(whenMissing('user.timezone-required')).min(1, 'user.timezone-required').pipe(timezone),
  role: z.enum(ROLES, 'user.role-required'),
  dateFormat: z.enum(DATE_FORMATS, 'user.date-format-required'),
  /** SHARED: one sign-in for a station, on several devices at once. */
  type: userType,
  /** Units to which the user is bound; empty: the whole site. */
  unitIds: ids,
  shiftIds: ids,
  /** The last day, by the site's clock, on which the person is on no duty; null: none. */
  awayUntil: z.iso.date('user.away-until-invalid').nullable(),
}
/** The minimum length is set by the site; the service checks it and its error names it. USER-02. */
const password = z.string().min(1, 'user.password-required').max(200)

export const userDraft = z.strictObject({
  ...fields,
  kana: fields.kana.default(''),
  mobileNo: fields.mobileNo.default(''),
  userName: fields.userName.default(''),
  type: userType.default('REGULAR'),
  unitIds: ids.default([]),
  shiftIds: ids.default([]),
  awayUntil: fields.awayUntil.default(null),
  /** Omitted: the user chooses it through the invitation. */
  password: password.optional(),
  /** The organization or site; omitted: the current one. */
  tenantId: z.uuid().optional(),
})
export type UserDraft = z.input<typeof userDraft>

const userPatch = z.strictObject(fields).partial().extend({
  id: z.uuid(),
  /** A new one for a SHARED user; people change their own, or get a code by e-mail. */
  password: password.optional(),
  /** The version on which the change is based: an older one is a conflict. Omitted: any version. */
  version: z.number().int().optional(),
})
export type UserPatch = z.input<typeof userPatch>

export const user = z.object({
  ...fields,
  id: z.uuid(),
  tenantId: z.uuid(),
  tenantName: z.string(),
  displayName: z.string(),
  unitNames: z.array(z.string()),
  shiftNames: z.array(z.string()),
  timezone: z.string(),
  /** Whether a phone, or a browser, receives this user's notifications. */
  isMobileRegistered: z.boolean(),
  isWebRegistered: z.boolean(),
  isDisabled: z.boolean(),
  /** No password yet: the invitation is pending. */
  isInvitationPending: z.boolean(),
  /** An administrator made this personal account a shared one, and its owner has not answered the e-mailed code. */
  isOwnerAsked: z.boolean(),
  /** Signing in asks for a code of an app. REACH-20. */
  hasSecondFactor: z.boolean(),
  /** Until when sign-in is refused after failed tries; null: it is not. AUTH-16. */
  lockedUntil: z.iso.datetime().nullable(),
  lastSignInAt: z.iso.datetime().nullable(),
  version: z.number().int(),
})
export type User = z.infer<typeof user>

const userFilter = z.strictObject({
  /** Part of the name, also in kana, e-mail address, user name or mobile number. */
  text: z.string().max(100).optional(),
  roles: z.array(z.enum(ROLES)).max(ROLES.length).optional(),
  unitIds: ids.optional(),
  shiftIds: ids.optional(),
  type: userType.optional(),
  isDisabled: z.boolean().optional(),
  /** Organisations or sites, where several are in reach. */
  tenantIds: ids.optional(),
})
export type UserFilter = z.input<typeof userFilter>

/** As much of a user as a choice of recipients needs. */
export const userName = z.object({
  id: z.uuid(),
  displayName: z.string(),
  role: z.enum(ROLES),
  tenantId: z.uuid(),
  unitNames: z.array(z.string()),
})
export type UserName = z.infer<typeof userName>

const choice = z.object({ id: z.uuid(), name: z.string() })

/** Rooms that are named at most. */
export const LOSING_ROOMS_MAX = 20

export const userEndpoints = {
  'user.search': endpoint({
    method: 'POST',
    path: 'user/search',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'One page of the users in the asking user’s scope.',
    query: keyedQuery,
    body: userFilter,
    response: page(user),
  }),
  'user.names': endpoint({
    method: 'POST',
    path: 'user/names',
    access: ADMINS,
    whileBound: 'within-units',
    summary:
      'One page of active users by name: for the choice of recipients and subscribers. Who is bound to units sees those who may hear of them.',
    query: pageQuery,
    body: z.strictObject({
      text: z.string().max(100).optional(),
      /** Only these, to show a choice that was made before, disabled ones included. */
      ids: ids.optional(),
      /** Omitted: the current site. */
      tenantId: z.uuid().optional(),
    }),
    response: page(userName),
  }),
  'user.choices': endpoint({
    method: 'POST',
    path: 'user/choices',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'What users of a site can be given: its units, its shifts, and a password of how many characters.',
    /** Omitted: the current site. */
    body: z.strictObject({ tenantId: z.uuid().optional() }),
    response: z.object({ units: z.array(choice), shifts: z.array(choice), passwordMinLength: z.number().int() }),
  }),
  'user.duty': endpoint({
    method: 'POST',
    path: 'user/duty',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Who is on duty at a place now, who is notified when nobody is, and the hours in which nobody will be.',
    body: z.strictObject({
      unitId: z.uuid().nullable().default(null),
      cameraId: z.uuid().nullable().default(null),
      /** Omitted: the current site. */
      tenantId: z.uuid().optional(),
    }),
    response: z.object({
      now: z.array(choice),
      instead: z.array(choice),
      /** Within the next 24 hours. */
      gaps: z.array(z.object({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime() })),
      /** A roster decides today who is on duty; false: everybody's standing shifts. REACH-10 */
      hasRoster: z.boolean(),
    }),
  }),
  'user.create': endpoint({
    method: 'POST',
    path: 'user',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Create a user, who gets an invitation unless a first password is given.',
    body: userDraft,
    response: user.extend(invitationSent.shape),
    changes: true,
  }),
  'user.get': endpoint({
    method: 'GET',
    path: 'user/:id',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'One user.',
    params: byId,
    response: user,
  }),
  'user.patch': endpoint({
    method: 'PUT',
    path: 'user/patch',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Change a user.',
    body: userPatch,
    changesObject: user,
    response: user,
    changes: true,
  }),
  'user.switch': endpoint({
    method: 'PUT',
    path: 'user/status',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Enable or disable users, all of them or none; disabling ends their sessions.',
    body: z.strictObject({ ids: ids.min(1), isDisabled: z.boolean() }),
    response: z.object({ changed: z.number().int() }),
    changes: true,
  }),
  'user.losing': endpoint({
    method: 'POST',
    path: 'user/losing',
    access: ADMINS,
    whileBound: 'within-units',
    summary:
      'Rooms whose alerts would notify nobody if these users left or were disabled, or if one of them got another role or other units.',
    body: z.strictObject({
      ids: ids.min(1),
      /** Omitted: they leave. Fields omitted in it stay unchanged. */
      change: z.strictObject({ role: z.enum(ROLES).optional(), unitIds: ids.optional() }).optional(),
    }),
    /** `rooms`: the first of them, within the units of the asking user. */
    response: z.object({
      rooms: z.array(z.object({ cameraId: z.uuid(), name: z.string(), location: z.string() })).max(LOSING_ROOMS_MAX),
      totalCount: z.number().int(),
    }),
  }),
  'user.unlock': endpoint({
    method: 'POST',
    path: 'user/:id/unlock',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Forget the failed sign-ins of a user, who can try again at once.',
    params: byId,
    response: user,
    changes: true,
  }),
  'user.sendReset': endpoint({
    method: 'POST',
    path: 'user/:id/reset',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Mail a user a code for a new password; false: this user cannot have one.',
    params: byId,
    response: z.object({ isSent: z.boolean() }),
    changes: true,
  }),
  'user.remove': endpoint({
    method: 'DELETE',
    path: 'user/:id',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Delete a user and end all sessions of that user.',
    params: byId,
    changes: true,
  }),
}
