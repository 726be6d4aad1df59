/** Proving again who works in a session, before what leaves the site, opens another one or makes a key. Requirement REACH-24. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { codeText } from '../shared/text.ts'
import { passkeyAnswer } from './passkey-answer.ts'

/** How long a proof is good; signing in is one. */
export const PROOF_MINUTES = 10

const proof = z
  .strictObject({
    /** Base64 of the UTF-8 password, as for login: only where neither app nor passkey is set up. */
    currentPassword: z.string().max(1024).optional(),
    /** Six digits of the app, or a recovery code. */
    code: codeText().max(40).optional(),
    /** An answer of an own passkey. */
    passkey: passkeyAnswer.optional(),
  })
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1)

export const proofEndpoints = {
  'proof.ways': endpoint({
    method: 'GET',
    path: 'proof',
    access: 'signed-in',
    summary:
      'By what one can prove who one is: the app or a passkey where there is one, else the provider or the password.',
    response: z.object({
      code: z.boolean(),
      passkey: z.boolean(),
      /** The key of the organization whose provider the person signs in through, instead of a password; null: none. */
      provider: z.string().nullable(),
    }),
  }),
  'proof.give': endpoint({
    method: 'POST',
    path: 'proof',
    access: 'signed-in',
    summary: 'Prove who one is; this session may then do for ten minutes what asks for it.',
    body: proof,
    changes: true,
    lasting: true,
  }),
}
