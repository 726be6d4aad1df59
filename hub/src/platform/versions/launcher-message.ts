/** What a hub on trial says to its launcher. Launchers are older than the hubs that they start: only add to it. */
import { TRIAL_ERRORS } from '@mimamori/contract/fleet/upgrade-lists.ts'
import { z } from 'zod'

export const launcherMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('healthy') }),
  z.object({ type: z.literal('unhealthy'), reason: z.enum(TRIAL_ERRORS) }),
])
export type LauncherMessage = z.infer<typeof launcherMessage>
