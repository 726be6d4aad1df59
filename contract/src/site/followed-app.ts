/** App settings of a unit or a site, for the cameras that follow it. Requirement APP-02; domain.md "Feature states". */
import { z } from 'zod'
import { schedule } from '../camera/schedule.ts'
import { appCode, featureState } from '../shared/apps.ts'

const said = featureState.extract(['ENABLED', 'DISABLED'])

/** An app as the unit or the site sees it. */
export const followedApp = z.object({
  appCode,
  /** For cameras whose app is GLOBAL; null: a unit defers to the site, and a site leaves it on. */
  state: said.nullable(),
  /** For cameras without their own schedule; null: a unit defers to the site, and for a site it means always. */
  schedule: schedule.nullable(),
  /** The effective state on its cameras: PARTIAL if they differ, null if it has none. */
  camerasState: featureState.exclude(['GLOBAL']).nullable(),
  /** Number of its cameras whose app is GLOBAL; for a site, only those whose unit does not override it. */
  followingCount: z.number().int(),
})
export type FollowedApp = z.infer<typeof followedApp>

/** An omitted field stays unchanged. */
export const followedAppPatch = z.strictObject({
  schedule: schedule.nullable().optional(),
  state: said.nullable().optional(),
})
export type FollowedAppPatch = z.output<typeof followedAppPatch>
