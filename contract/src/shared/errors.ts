/** The body of a failed call: its key is also the locale key of its text. */
import { z } from 'zod'

/**
 * `message` is the English text for logs and other clients; `fields` maps a field's path to the key of its error, with a
 * space and the number where its sentence names one: `user.password-too-short 14`.
 */
export const errorBody = z.object({
  key: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

/**
 * For `z.string(...)`: the key of a missing value, and of no other error. A plain text would also be used for a value
 * that is too long.
 */
export const whenMissing = (key: string) => ({
  error: (issue: { code?: string | undefined }) => (issue.code === 'invalid_type' ? key : undefined),
})

/** Every error with its status and English text. The console has the same keys under `error.` in both languages. */
export const SERVICE_ERRORS = {
  'invalid-request': [400, 'Some of the values sent are not valid.'],
  'invalid-credentials': [401, 'Invalid Credentials'],
  'signed-out': [401, 'Please sign in.'],
  'session-ended': [401, 'Your session has ended. Please sign in again.'],
  'token-refused': [401, 'This token is wrong, expired or revoked.'],
  'hub-key-refused': [401, 'This hub key is not valid.'],
  'second-factor-needed': [403, 'Enter the code of your authenticator app, or use your passkey.'],
  'second-factor-wrong': [403, 'This code is not right, or it was used already.'],
  'second-factor-required': [403, 'Set up two-step sign-in or a passkey first: this is required of your role.'],
  'proof-needed': [403, 'Prove that it is you: by your second step, or by your password.'],
  'oidc-unknown': [404, 'Nobody signs in through a provider with this key.'],
  'oidc-unreachable': [
    502,
    'The provider of your organization did not answer as it should. Try again, or tell your administrator.',
  ],
  'oidc-refused': [403, 'The sign-in through your organization did not succeed. Begin again.'],
  'oidc-no-group': [403, 'None of your groups at the provider opens Mimamori. Ask your administrator.'],
  'oidc-no-email': [403, 'The provider sent no verified e-mail address of yours. Ask your administrator.'],
  'oidc-other-site': [
    403,
    'Your groups belong to another site now. Your administrator has to remove your account at the former one.',
  ],
  'oidc-email-taken': [409, 'An account with your address exists. Enter its password once: both are linked then.'],
  'oidc-not-tried': [409, 'First sign in once through this provider: nobody has yet.'],
  'oidc-other-person': [403, 'Somebody else signed in at the provider. Nothing was confirmed.'],
  'oidc-again': [403, 'You have no password here. Sign out, and in again through your organization.'],
  'oidc-required': [
    403,
    'Your organization asks you to sign in through its provider: press “Sign in with your organization”.',
  ],
  'passkey-refused': [403, 'This passkey was not accepted.'],
  'passkeys-impossible': [409, 'Passkeys need a public address of Mimamori with a name and HTTPS.'],
  forbidden: [403, 'You are not allowed to do this.'],
  'scope-needed': [403, 'The scopes of this token do not include this call.'],
  'demo-read-only': [403, 'The demo account can look at everything and change nothing.'],
  'pro-required': [403, 'Available with PRO package Subscription'],
  'detection-not-licensed': [403, 'Detection needs the VCARE package, which the licence of this site does not have.'],
  'live-disabled': [403, 'Live streaming is switched off for this site.'],
  'live-off': [403, 'Live streaming is off for this room.'],
  'live-time-over': [403, 'The viewing time of this site is over. To go on begins a new viewing.'],
  'check-in-off': [403, 'Check-ins are switched off for this camera.'],
  'recording-disabled': [403, 'Recording is switched off for this site.'],
  'consent-refused': [403, 'A resident of this room has not consented to this.'],
  'bound-to-units': [403, 'You look after some units only. This concerns the whole site or other units.'],
  'not-while-connected': [403, 'Not while connected to a site. Disconnect first.'],
  'address-not-allowed': [403, 'Sign-in from this network is not allowed at this site.'],
  'not-found': [404, 'This does not exist, or it is not yours to see.'],
  'kind-unknown': [404, 'The site of this room has no kind of alert of this name. An administrator adds it.'],
  'room-unknown': [404, 'No camera of this site stands in a room of this name or id.'],
  'room-several': [409, 'Several rooms have this name. Name the room by its id.'],
  'time-ahead': [400, 'This time is more than five minutes ahead. Set the clock of the sender.'],
  'time-past': [400, 'This time is more than 24 hours ago: nobody is called for it any more.'],
  conflict: [409, 'Somebody else changed this meanwhile. Reload and try again.'],
  'license-limit': [409, 'The licence of this site allows no more cameras of this kind.'],
  'too-many-accounts': [409, 'There are 50 service accounts in use. Revoke one first.'],
  'too-many-webhooks': [409, 'There are 10 webhooks. Remove one first.'],
  'webhook-off': [409, 'This webhook is switched off or paused.'],
  'site-needed': [409, 'Choose the site first: connect to it, or name it.'],
  'last-administrator': [409, 'A site keeps at least one administrator.'],
  'not-yourself': [409, 'You cannot do this to yourself.'],
  'locks-out-author': [409, 'Your own address is in none of these ranges: you would lock yourself out.'],
  'removes-recordings': [409, 'Recordings would be removed by this.'],
  'alarm-claimed': [409, 'Somebody else is going already.'],
  'alarm-state': [409, 'This alarm has gone on meanwhile: it is over, or this step is not possible now.'],
  'alarm-not-over': [409, 'An alarm that is not over cannot be archived. Resolve it first.'],
  'press-too-old': [409, 'This was pressed too long ago to count.'],
  'pin-needed': [409, 'Enter the PIN of the person who ends the alarm.'],
  'person-needed': [409, 'Choose the person who answers first.'],
  'export-needed': [409, 'Export the data first. The export must have come to its end within the last 24 hours.'],
  'has-sites': [409, 'This organisation still has sites. Delete or move them first.'],
  'marked-for-deletion': [409, 'This is marked for deletion. Withdraw the deletion first.'],
  'deletion-begun': [409, 'The removal has begun and cannot be withdrawn any more.'],
  'in-use': [409, 'This is still in use.'],
  'check-in-over': [409, 'This check-in is over.'],
  'occurrence-over': [409, 'This check-in was done already, or its time is over.'],
  'external-off': [409, 'The external system of this site is not set up, or switched off.'],
  'ringer-off': [409, 'Nothing rings your phone: your site has no provider for it, or you have no address there.'],
  'contact-closed': [409, 'The contact is closed. Claim the call, or switch the contact off, first.'],
  'contact-off': [409, 'The contact is switched off.'],
  'too-many-contacts': [409, 'The site has 50 contacts. Delete one first.'],
  'hub-key-in-use': [409, 'Another machine runs this hub with the same key.'],
  'hub-too-old': [
    426,
    'This version of the hub is too old for this service. Upgrade it; what it has recorded and raised waits until then.',
  ],
  'no-hub-here': [409, 'No hub stands ready on the machine of the service. Start one on its own machine.'],
  'hub-not-upgradable': [409, 'This hub cannot be upgraded from here.'],
  'nothing-to-tell': [409, 'No camera has what the external system needs.'],
  'already-registered': [409, 'This person has registered already.'],
  'link-invalid': [410, 'This link is not valid any more.'],
  'code-invalid': [400, 'This code is not valid.'],
  'too-large': [413, 'This is too large.'],
  'too-many-requests': [429, 'Too many requests. Please wait a moment.'],
  'too-many-live': [429, 'Too many live views are open at once. Please close some first.'],
  'too-many-sign-ins': [429, 'Too many failed attempts. Please wait a moment and try again.'],
  unexpected: [500, 'Something went wrong on our side.'],
  'camera-unreachable': [503, 'The camera cannot be reached right now.'],
  'hub-offline': [503, 'The hub of this camera is not connected.'],
  'recording-on-hub': [503, 'This recording is on a hub that is not connected right now.'],
  'hub-refused': [502, 'The hub could not do what it was asked.'],
  'hub-timeout': [504, 'The hub did not answer in time.'],
  'storage-full': [507, 'The storage of the service is full. Nothing already stored is lost.'],
  'files-unavailable': [503, 'Stored images and videos cannot be reached right now.'],
  'database-full': [503, 'The disk of the database is full. Nothing already stored is lost.'],
  'database-unavailable': [503, 'The database cannot be reached right now. Please try again.'],
} as const satisfies Record<string, readonly [status: number, message: string]>
export type ErrorKey = keyof typeof SERVICE_ERRORS
