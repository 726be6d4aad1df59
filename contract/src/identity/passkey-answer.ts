/** What authenticators answer (WebAuthn, level 3), as browsers write it in JSON. Requirement REACH-21. */
import { z } from 'zod'

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]*$/)

/** What every answer of an authenticator has; what a browser adds to it is left out. */
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') }

/** `RegistrationResponseJSON` of WebAuthn. */
export const passkeyMade = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(16_384),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
export type PasskeyMade = z.infer<typeof passkeyMade>

/** `AuthenticationResponseJSON` of WebAuthn: an answer to a challenge of `passkey.challenge`. */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(2048),
    userHandle: base64url(128).nullish(),
  }),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>
