/**
 * State of a program that the console may start and stop: a hub's detection, a camera's process, an app on a camera.
 * CAM-11.
 */
import { z } from 'zod'
import { REGISTRATION_STATUSES } from './camera-lists.ts'

export const runningStatus = z.enum(['Running', 'Error', 'Updating', 'Stopping', 'Starting', 'Restarting', 'Stopped'])
export type RunningStatus = z.infer<typeof runningStatus>

export const installationStatus = z.enum(['Installed', 'Failed', 'Unknown'])

export const runningAction = z.enum(['start', 'stop', 'restart'])
export type RunningAction = z.infer<typeof runningAction>

/** Whether a device has registered itself at the service. */
export const registrationStatus = z.enum(REGISTRATION_STATUSES)

/**
 * Why a camera does not stream, and since or until when; null if unknown. `site-wide`: the site has no live streaming.
 * `site`, `unit`, `camera`: the level at which A008 is off. `hours`: its schedule is off now. LIVE-01.
 */
export const liveOff = z.object({
  by: z.enum(['site-wide', 'site', 'unit', 'camera', 'hours']),
  sinceAt: z.iso.datetime().nullable(),
  untilAt: z.iso.datetime().nullable(),
})
export type LiveOff = z.infer<typeof liveOff>
