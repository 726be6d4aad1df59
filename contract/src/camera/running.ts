/** How a program stands that the console may start and stop: a hub's detection, a camera's process, an app on a camera. CAM-11. */
import { z } from 'zod'

export const runningStatus = z.enum(['Running', 'Error', 'Updating', 'Stopping', 'Starting', 'Restarting', 'Stopped'])
export type RunningStatus = z.infer<typeof runningStatus>

export const installationStatus = z.enum(['Installed', 'Failed', 'Unknown'])

export const runningAction = z.enum(['start', 'stop', 'restart'])
export type RunningAction = z.infer<typeof runningAction>
