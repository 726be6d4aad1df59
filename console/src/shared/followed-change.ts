/** A change of what a unit or a site says about one app. */
import type { FollowedApp, FollowedAppPatch } from '@mimamori/contract/site/followed-app.ts'

export type SaveFollowed = (change: FollowedAppPatch & Pick<FollowedApp, 'appCode'>) => Promise<unknown>
