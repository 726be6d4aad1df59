/** What a unit or a site says about an app, for the cameras that follow it. Requirement APP-02; domain.md "Feature states". */
import { z } from 'zod'
import { appCode, featureState } from '../camera/apps.ts'
import { schedule } from '../camera/schedule.ts'

const said = featureState.extract(['ENABLED', 'DISABLED'])

/** An app as the unit or the site sees it. */
export const followedApp = z.object({
  appCode,
  /** For cameras whose app is GLOBAL; null: a unit leaves it to the site, a site to nobody, which has it on. */
  state: said.nullable(),
  /** For cameras without a schedule of their own; null: a unit leaves it to the site, a site to nobody, which is always. */
  schedule: schedule.nullable(),
  /** What holds on its cameras: PARTIAL when they differ, null when it has none. */
  camerasState: featureState.exclude(['GLOBAL']).nullable(),
  /** Its cameras whose app is GLOBAL; of a site those alone whose unit does not say otherwise. */
  followingCount: z.number().int(),
})
export type FollowedApp = z.infer<typeof followedApp>

/** A part left out stays as it is. */
export const followedAppPatch = z.strictObject({
  schedule: schedule.nullable().optional(),
  state: said.nullable().optional(),
})
export type FollowedAppPatch = z.output<typeof followedAppPatch>
