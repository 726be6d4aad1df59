/** From where the users of a site may sign in and work. Requirement SET-01, tab Security. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { ADMINS } from '../shared/roles.ts'
import { codeText } from '../shared/text.ts'

/** `192.0.2.0/24` or `2001:db8::/32`. */
export const addressRange = codeText()
  .max(50)
  .refine((text) => z.cidrv4().safeParse(text).success || z.cidrv6().safeParse(text).success, {
    message: 'security.range-invalid',
  })

export const security = z.object({
  tenantId: z.uuid(),
  tenantName: z.string(),
  /** Empty: every address is allowed. */
  ranges: z.array(z.string()),
  /** Shared stations ask for the person's PIN before an alarm is ended. REACH-25 */
  isStationPinAsked: z.boolean(),
  /** The address that the asking person has now. */
  ownAddress: z.string(),
  lastEditedBy: z.string().nullable(),
  lastEditedAt: z.iso.datetime().nullable(),
  version: z.number().int(),
})
export type Security = z.infer<typeof security>

export const securityDraft = z.strictObject({
  ranges: z.array(addressRange).max(100),
  /** Omitted: unchanged. */
  isStationPinAsked: z.boolean().optional(),
  version: z.number().int(),
  /** Omitted: the current organization or site. */
  tenantId: z.uuid().optional(),
  /**
   * Saves even if the author's own address is in none of the ranges; otherwise such a call fails with
   * `locks-out-author`.
   */
  isConfirmed: z.boolean().default(false),
})
export type SecurityDraft = z.input<typeof securityDraft>

export const securityEndpoints = {
  'security.get': endpoint({
    method: 'GET',
    path: 'security',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'The address ranges from which the users of a site may work, and whether its stations ask for a PIN.',
    query: z.strictObject({ tenantId: z.uuid().optional() }),
    response: security,
  }),
  'security.save': endpoint({
    method: 'PUT',
    path: 'security',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Replace the address ranges of a site, and choose whether its stations ask for a PIN.',
    body: securityDraft,
    changesObject: security,
    response: security,
    changes: true,
  }),
}
