/** Two-step sign-in: a code from an app beside the password (TOTP, RFC 6238), and recovery codes. Requirement REACH-20. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { whenMissing } from '../shared/errors.ts'
import { byId } from '../shared/page.ts'
import { ADMINS } from '../shared/roles.ts'
import { codeText } from '../shared/text.ts'

/** Six digits from the app, or a recovery code. */
const factorCode = codeText().min(1, 'second-factor.code-required').max(40)

/** How many recovery codes are made at once. */
export const RECOVERY_CODES = 10

const state = z.object({
  /** Since when signing in asks for a code; null: it does not. */
  onSince: z.iso.datetime().nullable(),
  /** Recovery codes that were not used. */
  recoveryLeft: z.number().int(),
  /** Until when one has to set up an app or a passkey, which then is asked for; null: it is there, or nobody requires it. REACH-22. */
  dueAt: z.iso.datetime().nullable(),
})

/** Shown once. */
const recovery = z.object({ recoveryCodes: z.array(z.string()) })

/** Base64 of the UTF-8 password, as for login. */
export const factorBegin = z.strictObject({
  currentPassword: z
    .string(whenMissing('profile.current-password-required'))
    .min(1, 'profile.current-password-required')
    .max(1024),
})
export const factorProof = z.strictObject({ code: factorCode })

export const secondFactorEndpoints = {
  'secondFactor.get': endpoint({
    method: 'GET',
    path: 'secondFactor',
    access: 'signed-in',
    beforeFactor: 'always',
    summary: 'Whether one’s own sign-in asks for a code beside the password.',
    response: state,
  }),
  'secondFactor.begin': endpoint({
    method: 'POST',
    path: 'secondFactor',
    access: 'signed-in',
    beforeFactor: 'always',
    summary: 'Make a secret for an authenticator app; it counts once a code of it was confirmed.',
    body: factorBegin,
    /** `address`: the secret as `otpauth:` URI, to scan. */
    response: z.object({ secret: z.string(), address: z.string() }),
    changes: true,
    lasting: true,
  }),
  'secondFactor.confirm': endpoint({
    method: 'POST',
    path: 'secondFactor/confirm',
    access: 'signed-in',
    beforeFactor: 'always',
    summary: 'Switch two-step sign-in on by a code of the new secret; other devices are signed out.',
    body: factorProof,
    response: recovery,
    changes: true,
  }),
  'secondFactor.renew': endpoint({
    method: 'POST',
    path: 'secondFactor/recovery',
    access: 'signed-in',
    beforeFactor: 'always',
    summary: 'Replace the recovery codes.',
    body: factorProof,
    response: recovery,
    changes: true,
  }),
  'secondFactor.remove': endpoint({
    method: 'POST',
    path: 'secondFactor/remove',
    access: 'signed-in',
    beforeFactor: 'always',
    summary: 'Switch two-step sign-in off by a code of the app or a recovery code.',
    body: factorProof,
    changes: true,
  }),
  'secondFactor.reset': endpoint({
    method: 'POST',
    path: 'user/:id/secondFactor/reset',
    access: ADMINS,
    whileBound: 'within-units',
    summary:
      'Switch two-step sign-in off and remove the passkeys of somebody who lost the device; the person gets an e-mail.',
    params: byId,
    changes: true,
  }),
}
