/** Desired and reported settings of a camera. CAM-06. */
import { z } from 'zod'
import { settingsErrors } from './settings-error.ts'

export const cameraShadow = z.object({
  desiredVersion: z.number().int(),
  reportedVersion: z.number().int(),
  changedAt: z.iso.datetime(),
  /** What the hub cannot put in force; empty: everything is, or will be. */
  errors: settingsErrors,
  /** Paths of desired settings that are not in force, with both values as JSON text; never a secret. */
  difference: z.array(z.object({ path: z.string(), desired: z.string(), reported: z.string() })),
})
