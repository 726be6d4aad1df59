/** Signing in and staying signed in. Requirements AUTH-04 to AUTH-15; description section 7, Authentication. */

import { z } from 'zod'
import { DATE_FORMATS, DEFAULT_LOCALE, LOCALE_CODES } from '../languages/locales.ts'
import { endpoint } from '../shared/endpoint.ts'
import { dateFormat as formatOf } from '../shared/intl-format.ts'
import { ORGANISERS, ROLES, USER_TYPES } from '../shared/roles.ts'
import { codeText, emailText, nameText } from '../shared/text.ts'
import { passkeyAnswer } from './passkey-answer.ts'

export const role = z.enum(ROLES)

export const locale = z.enum(LOCALE_CODES)

export const dateFormat = z.enum(DATE_FORMATS)

/** An IANA zone that this runtime knows. */
export const timezone = z.string().refine(isZone, { message: 'form.error-unknown-zone' })

function isZone(name: string): boolean {
  try {
    formatOf(DEFAULT_LOCALE, { timeZone: name })
    return true
  } catch {
    return false
  }
}

const license = z.object({ packages: z.array(z.string()) })

export const applicationTenant = z.object({
  id: z.uuid(),
  schemaName: z.string(),
  schemaCode: z.string(),
  timezone: z.string(),
  isRecordingEnabled: z.boolean(),
  isLiveStreamingEnabled: z.boolean(),
  /** Characters that a new password needs here. */
  passwordMinLength: z.number().int(),
  license,
})

/** The connected site: its license and switches count instead of the own ones. AUTH-13. */
export const impersonatedTenant = applicationTenant.extend({
  /** Why the person connected, in their own words; empty: no reason was given. */
  reason: z.string(),
  /** When the connection ends automatically. */
  until: z.iso.datetime(),
})
/** A connection to a site ends automatically after this time. */
export const CONNECTION_MINUTES = 60

/** The signed-in user, as the console stores it. AUTH-04. */
export const sessionUser = z.object({
  id: z.uuid(),
  token: z.string(),
  /** When the token ends: one year after it was issued (AUTH-08), or with the connection to a site. */
  tokenExpiresAt: z.iso.datetime(),
  firstName: z.string(),
  lastName: z.string(),
  /** First and last name; in kanji and kana the last name first. */
  displayName: z.string(),
  email: z.string(),
  userName: z.string(),
  photoURL: z.string().nullable(),
  locale,
  timezone: z.string(),
  dateFormat,
  role,
  type: z.enum(USER_TYPES),
  /** Null for SUPER_ADMIN outside a site. */
  applicationTenant: applicationTenant.nullable(),
  impersonatedTenant: impersonatedTenant.nullable(),
  /** Ids of the units that this user is bound to; empty: all units of the site. */
  unitIds: z.array(z.uuid()),
  /** Only in the answer of a sign-in: for this browser to keep and to send with the next one. AUTH-16. */
  deviceMark: z.string().optional(),
})
export type SessionUser = z.infer<typeof sessionUser>

const deviceType = z.enum(['web', 'WEB'])

const loginDraft = z.strictObject({
  userName: z.string().trim().min(1, 'app.username-required-label').max(254),
  /** Base64 of the UTF-8 password: not for secrecy, but required by the description's wire format. */
  userPassword: z.string().min(1, 'app.password-required-label').max(1024),
  deviceType,
  /** Where two-step sign-in is on: six digits of the app, or a recovery code. REACH-20. */
  code: codeText().max(40).optional(),
  /** The other second step: an answer of an own passkey. REACH-21. */
  passkey: passkeyAnswer.optional(),
  /** Returned by an earlier sign-in on this device: failures of others do not slow it down. AUTH-16. */
  deviceMark: z.string().max(300).optional(),
  /** Names a sign-in through a provider that found an account with the same address: the password links both. REACH-41. */
  oidcHandle: z.string().max(100).optional(),
})

/** A token with fewer seconds left than this is refreshed when the console starts. AUTH-08: about 359 days. */
export const REFRESH_BELOW_SECONDS = 31_017_600

/** Input that creates the first SUPER_ADMIN on an empty installation. */
export const firstRunDraft = z.strictObject({
  /** The one-time code that the service printed when it started without any user. */
  code: codeText().min(1, 'first-run.code-required').max(64),
  firstName: nameText('first-run.first-name-required', 80),
  lastName: nameText('first-run.last-name-required', 80),
  email: emailText('first-run.email-invalid'),
  /** Base64, as for login. */
  userPassword: z.string().min(1, 'app.password-required-label').max(1024),
  locale,
  timezone,
})

export const connectionDraft = z.strictObject({
  tenantId: z.uuid(),
  /** Stored in the site's audit for its administrators. Omitted: the audit states that none was given. */
  reason: z.string().trim().min(1, 'session.reason-required').max(300).optional(),
})

export const profileDraft = z.strictObject({ locale, timezone, dateFormat })
export type ProfileDraft = z.infer<typeof profileDraft>

const signedOut = z.object({
  /** Null: signed in here. `endUrl` null: the provider offers no sign-out. */
  provider: z.object({ endUrl: z.string().nullable() }).nullable(),
})
export type SignedOut = z.infer<typeof signedOut>

export const sessionEndpoints = {
  'session.login': endpoint({
    method: 'POST',
    path: 'login',
    access: 'public',
    summary: 'Sign in with user name and password.',
    body: loginDraft,
    response: sessionUser,
  }),
  'session.refresh': endpoint({
    method: 'PUT',
    path: 'refreshToken',
    access: 'signed-in',
    beforeFactor: 'always',
    summary: 'Exchange the token for a fresh one; the old one is good for another minute.',
    body: z.strictObject({ deviceType }),
    response: sessionUser,
  }),
  'session.logout': endpoint({
    method: 'POST',
    path: 'logout',
    access: 'signed-in',
    summary: 'End this session on the server, and name the page that ends it at the provider that opened it.',
    response: signedOut,
    fromAnywhere: true,
    beforeFactor: 'always',
  }),
  'session.impersonate': endpoint({
    method: 'POST',
    path: 'impersonate',
    access: ORGANISERS,
    needsProof: true,
    summary: 'Connect to a site for an hour: a session of its own that works on the rows of that site.',
    body: connectionDraft,
    response: sessionUser,
    changes: true,
  }),
  'session.stopImpersonating': endpoint({
    method: 'POST',
    path: 'impersonate/logout',
    access: ORGANISERS,
    beforeFactor: 'always',
    summary: 'Disconnect from the site and return to the own session.',
    response: sessionUser,
    changes: true,
  }),
  'session.firstRun': endpoint({
    method: 'POST',
    path: 'firstRun',
    access: 'public',
    summary: 'Create the first SUPER_ADMIN of an empty installation with its one-time code.',
    body: firstRunDraft,
    response: sessionUser,
  }),
  'session.firstRunOpen': endpoint({
    method: 'GET',
    path: 'firstRun',
    access: 'public',
    summary: 'Whether this installation still waits for its first SUPER_ADMIN.',
    response: z.object({ isOpen: z.boolean() }),
  }),
  'profile.patch': endpoint({
    method: 'PUT',
    path: 'user/profile',
    access: 'signed-in',
    beforeFactor: 'always',
    summary: 'Change the own language, time zone or date format.',
    body: profileDraft.partial(),
    changesObject: sessionUser,
    response: sessionUser.omit({ token: true, tokenExpiresAt: true, deviceMark: true }),
    changes: true,
  }),
}
