/** The settings of a camera that were asked for, and those in force on its hub. CAM-06. */
import { z } from 'zod'
import { settingsErrors } from './settings-error.ts'

export const cameraShadow = z.object({
  desiredVersion: z.number().int(),
  reportedVersion: z.number().int(),
  changedAt: z.iso.datetime(),
  /** What the hub cannot put in force; empty: everything is, or will be. */
  errors: settingsErrors,
  /** Paths of the settings that are asked for and not yet in force, with both values as JSON text; never a secret. */
  difference: z.array(z.object({ path: z.string(), desired: z.string(), reported: z.string() })),
})
