/** What the claims of a person mean here: the place that the groups give, and the name. No I/O, no clock. REACH-42. */
import type { OIDC_ROLES } from '@mimamori/contract/identity/oidc.ts'
import { emailText, line } from '@mimamori/contract/shared/text.ts'

/** A row of the table as it is stored; `unitId` null: the whole site. */
export type OidcRule = {
  group: string
  role: (typeof OIDC_ROLES)[number]
  siteId: string | null
  unitId: string | null
  /** The unit's name when it was chosen. */
  unit: string
}
/** `tenantId`: the site, or the organization of an ORG_ADMIN. No units: the whole site. */
export type OidcPlace = { role: OidcRule['role']; tenantId: string; unitIds: string[] }
export type OidcClaims = Readonly<Record<string, unknown>>

const NAME_MAX = 80
const MOST_GROUPS = 1_000

/**
 * The first rule that matches decides role and site, further ones of both add units. Null: none matches. Rules whose site or unit is gone
 * must be left out before: they never widen to the whole site.
 */
export function placeFor(
  organizationId: string,
  rules: readonly OidcRule[],
  groupsClaim: string,
  claims: OidcClaims,
): OidcPlace | null {
  const groups = groupsIn(claims[groupsClaim])
  const matching = rules.filter(({ group }) => groups.includes(group))
  const [first] = matching
  if (!first) return null
  const { role, siteId } = first
  const same = matching.filter((one) => one.role === role && one.siteId === siteId)
  const isWhole = same.some(({ unitId }) => unitId === null)
  const unitIds = isWhole ? [] : [...new Set(same.map(({ unitId }) => unitId!))]
  return { role, tenantId: role === 'ORG_ADMIN' ? organizationId : siteId!, unitIds }
}

function groupsIn(value: unknown): string[] {
  const list = Array.isArray(value) ? value.slice(0, MOST_GROUPS) : [value]
  return list.filter((one): one is string => typeof one === 'string')
}

/** An address that the provider does not call unverified; null: none. */
export function emailIn({ email, email_verified: isVerified }: OidcClaims): string | null {
  if (isVerified === false || isVerified === 'false') return null
  const parsed = emailText('invalid').safeParse(email)
  return parsed.success ? parsed.data : null
}

/** First and last name as the provider has them; else its whole name or the address as the first one. */
export function nameIn(claims: OidcClaims, email: string): { firstName: string; lastName: string } {
  const firstName = textIn(claims.given_name)
  const lastName = textIn(claims.family_name)
  if (firstName || lastName) return { firstName, lastName }
  return { firstName: textIn(claims.name) || email.slice(0, email.indexOf('@')).slice(0, NAME_MAX), lastName: '' }
}

function textIn(value: unknown): string {
  const parsed = line(NAME_MAX).safeParse(typeof value === 'string' ? value.slice(0, NAME_MAX) : '')
  return parsed.success ? parsed.data : ''
}
