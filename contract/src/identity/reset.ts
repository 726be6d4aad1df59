/** A new password by a code that is sent by e-mail. Requirement AUTH-15. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { codeText } from '../shared/text.ts'

const email = codeText().min(1, 'reset.email-required').max(254)

export const resetEndpoints = {
  'reset.request': endpoint({
    method: 'POST',
    path: 'resetPassword',
    access: 'public',
    summary: 'Ask for a six-digit code by e-mail. The answer is the same whether or not the address is known.',
    body: z.strictObject({ email }),
  }),
  'reset.verify': endpoint({
    method: 'POST',
    path: 'verify',
    access: 'public',
    summary: 'Choose a new password with the code. Every session of the user ends.',
    body: z.strictObject({
      email,
      code: codeText().regex(/^\d{6}$/, 'reset.code-form'),
      /** Base64, as for login. */
      userPassword: z.string().min(1, 'app.password-required-label').max(1024),
    }),
  }),
}
