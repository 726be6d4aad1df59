/** Passkeys (WebAuthn): one’s own, and signing in with one instead of a password. Requirement REACH-21. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { whenMissing } from '../shared/errors.ts'
import { byId } from '../shared/page.ts'
import { nameText } from '../shared/text.ts'
import { passkeyAnswer, passkeyMade } from './passkey-answer.ts'
import { sessionUser } from './session.ts'

/** How many passkeys one person may have. */
export const PASSKEYS_MAX = 20

/** `options` go to the browser as they are. `origin`: the address at which alone it can be used. */
const ceremony = z.object({ origin: z.string(), options: z.looseObject({ challenge: z.string() }) })

const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Null: never. */
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof passkey>

const name = nameText('second-factor.passkey-name-required', 80)
/** The name of a passkey, as its owner tells them apart. */
export const passkeyName = z.strictObject({ name })
/** Base64 of the UTF-8 password, as for login. */
export const passkeyBegin = z.strictObject({
  currentPassword: z
    .string(whenMissing('profile.current-password-required'))
    .min(1, 'profile.current-password-required')
    .max(1024),
})

export const passkeyEndpoints = {
  'passkey.list': endpoint({
    method: 'GET',
    path: 'passkey',
    access: 'signed-in',
    summary: 'One’s own passkeys.',
    response: z.object({ records: z.array(passkey) }),
    beforeFactor: 'always',
  }),
  'passkey.begin': endpoint({
    method: 'POST',
    path: 'passkey/begin',
    access: 'signed-in',
    summary: 'Begin to add a passkey: what the browser’s `navigator.credentials.create` takes, good for five minutes.',
    body: passkeyBegin,
    response: ceremony,
    changes: true,
    lasting: true,
    beforeFactor: 'always',
  }),
  'passkey.create': endpoint({
    method: 'POST',
    path: 'passkey',
    access: 'signed-in',
    summary: 'Add the passkey that the browser made; it can sign in from now on.',
    body: z.strictObject({ name, made: passkeyMade }),
    response: passkey,
    changes: true,
    beforeFactor: 'always',
  }),
  'passkey.rename': endpoint({
    method: 'PUT',
    path: 'passkey/:id',
    access: 'signed-in',
    summary: 'Rename an own passkey.',
    params: byId,
    body: passkeyName,
    response: passkey,
    changes: true,
    beforeFactor: 'always',
  }),
  'passkey.remove': endpoint({
    method: 'DELETE',
    path: 'passkey/:id',
    access: 'signed-in',
    summary: 'Remove an own passkey.',
    params: byId,
    changes: true,
    beforeFactor: 'always',
  }),
  'passkey.challenge': endpoint({
    method: 'POST',
    path: 'passkey/challenge',
    access: 'public',
    summary:
      'A challenge to sign in with a passkey: what `navigator.credentials.get` takes, good once, for five minutes.',
    response: ceremony,
  }),
  'passkey.signIn': endpoint({
    method: 'POST',
    path: 'passkey/login',
    access: 'public',
    summary: 'Sign in with a passkey alone; the authenticator has to have verified the person.',
    body: z.strictObject({
      answer: passkeyAnswer,
      deviceType: z.enum(['web', 'WEB']),
      /** As for login. AUTH-16. */
      deviceMark: z.string().max(300).optional(),
    }),
    response: sessionUser,
  }),
}
