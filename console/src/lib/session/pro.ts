/** What the licence opens: while connected that of the connected site, else the user's own (NAV-11). */
import { type Feature, opensFeature } from '@mimamori/contract/site/packages.ts'
import { type SessionUser, siteOf, useUser } from './session.ts'

export type { Feature }

/** Whether the feature is in the packages that count now; the service refuses it otherwise. */
export function useHasFeature(feature: Feature): boolean {
  return opensFeature(packagesOf(useUser()), feature)
}

/** The packages that count for this user now. */
export function packagesOf(user: SessionUser): readonly string[] {
  return siteOf(user)?.license.packages ?? []
}
