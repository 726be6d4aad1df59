/** Registration by invitation. Requirement AUTH-14. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'
import { ADMINS } from '../shared/roles.ts'
import { nameText } from '../shared/text.ts'
import { locale, sessionUser, timezone } from './session.ts'

/** The fragment of the link: 256 random bits in base64url. Sent in a body, so that it is in no log. */
const token = z.string().min(1).max(100)

export const invitation = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Where the account is. */
  siteName: z.string(),
  locale,
  timezone: z.string(),
  expiresAt: z.iso.datetime(),
  /** Minimum password length of the site. */
  passwordMinLength: z.number().int(),
})
export type Invitation = z.infer<typeof invitation>

/** What an invitation led to. */
export const invitationSent = z.object({
  /** The one-time link, for the one who invites to hand over; null: it was sent by e-mail. */
  invitationLink: z.string().nullable(),
})

export const invitationEndpoints = {
  'invitation.look': endpoint({
    method: 'POST',
    path: 'invitation/look',
    access: 'public',
    summary: 'Whom an invitation is for; 410 when it is not valid, or not any more.',
    body: z.strictObject({ token }),
    response: invitation,
  }),
  'invitation.accept': endpoint({
    method: 'POST',
    path: 'invitation/accept',
    access: 'public',
    summary: 'Accept an invitation with name and password, and be signed in.',
    body: z.strictObject({
      token,
      firstName: nameText('user.first-name-required', 80),
      lastName: nameText('user.last-name-required', 80),
      /** Base64, as for login. */
      userPassword: z.string().min(1, 'app.password-required-label').max(1024),
      locale,
      timezone,
    }),
    response: sessionUser,
  }),
  'invitation.send': endpoint({
    method: 'POST',
    path: 'user/:id/invitation',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Invite a user again who has not registered yet, by e-mail or, without a mail server, by a link.',
    params: byId,
    response: invitationSent,
    changes: true,
  }),
}
