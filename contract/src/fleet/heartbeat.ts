/** What a hub says every few seconds of itself and its cameras, on its socket. Requirements CAM-15, HUB-04. */
import { z } from 'zod'
import { runningStatus } from '../camera/running.ts'
import { sentStatusReason } from '../camera/status-reason.ts'
import { measuredImage } from '../camera/stream/decoders.ts'
import { hubMachine } from './hub-machine.ts'
import { WORKER_LOSSES_MAX, workerLoss } from './worker-loss.ts'

const cameraReport = z.strictObject({
  cameraId: z.uuid(),
  isOnline: z.boolean(),
  /** Null: no problem. */
  reason: sentStatusReason.nullable(),
  lastFrameAt: z.iso.datetime().nullable(),
  /** How the hub's work for it stands. */
  running: runningStatus,
  image: measuredImage.nullable(),
})
export type CameraReport = z.infer<typeof cameraReport>

/** Files in which a hub stores data that the service has not received yet. */
const HUB_STORES = ['spool', 'recordings', 'measurements'] as const
/** When the hub found the damaged file, moved it aside and created a new one. */
export const damagedStore = z.strictObject({ store: z.enum(HUB_STORES), at: z.iso.datetime() })
export type DamagedStore = z.infer<typeof damagedStore>

/** Time without a heartbeat after which a hub is offline, and its cameras with it. CAM-15. */
export const HUB_OFFLINE_AFTER_SECONDS = 30
export const HUB_HEARTBEAT_SECONDS = 10

export const heartbeatBody = z.strictObject({
  cameras: z.array(cameraReport).max(500),
  /** Share of all cores in use since the last heartbeat, 0 to 1. */
  cpuShare: z.number().min(0).max(1).nullable(),
  memoryBytes: z.number().int().nullable(),
  diskFreeBytes: z.number().int().nullable(),
  /** Events that wait in the spool. */
  spooledEvents: z.int32().min(0),
  /** Left out by simulated hubs. */
  machine: hubMachine.optional(),
  /** The last time for each file, also of earlier runs; left out: none. */
  damagedStores: z.array(damagedStore).max(HUB_STORES.length).optional(),
  /** Losses of the last day, oldest first; omitted: none. */
  workerLosses: z.array(workerLoss).max(WORKER_LOSSES_MAX).optional(),
})
export type HeartbeatBody = z.infer<typeof heartbeatBody>

/**
 * A heartbeat on the hub's socket. The service acknowledges it if its schema, size, rate and token are right.
 */
export const heartbeatNotice = z.strictObject({
  type: z.literal('heartbeat'),
  /** Repeated in the acknowledgment. */
  number: z.int32().min(1),
  /**
   * Set if the token differs from the one with which the connection was opened, or from the last one sent: tokens
   * expire.
   */
  token: z.string().max(2_000).optional(),
  body: heartbeatBody,
})
export type HeartbeatNotice = z.infer<typeof heartbeatNotice>

/** From the service. `now`: its time, to which the hub sets its own. */
export const heartbeatTaken = z.object({ type: z.literal('heartbeat-taken'), number: z.int32(), now: z.iso.datetime() })
