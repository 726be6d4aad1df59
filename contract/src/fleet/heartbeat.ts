/** What a hub says every few seconds of itself and its cameras: in a call, or on its socket. Requirements CAM-15, HUB-04. */
import { z } from 'zod'
import { runningStatus } from '../camera/running.ts'
import { sentStatusReason } from '../camera/status-reason.ts'
import { measuredPicture } from '../camera/stream/measured-picture.ts'
import { hubMachine } from './hub-machine.ts'

const cameraReport = z.strictObject({
  cameraId: z.uuid(),
  isOnline: z.boolean(),
  /** Null: all is well. */
  reason: sentStatusReason.nullable(),
  lastFrameAt: z.iso.datetime().nullable(),
  /** How the hub's work for it stands; hubs of before did not say. */
  running: runningStatus.optional(),
  picture: measuredPicture.nullable(),
})
export type CameraReport = z.infer<typeof cameraReport>

/** Files in which a hub stores what the service has not got yet. */
const HUB_STORES = ['spool', 'recordings', 'measurements'] as const
/** When the hub found the file damaged, moved it aside and began a new one. */
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
  machine: hubMachine.optional(),
  /** The last time for each file, also of earlier runs; left out: none, or a hub of before. */
  damagedStores: z.array(damagedStore).max(HUB_STORES.length).optional(),
})
export type HeartbeatBody = z.infer<typeof heartbeatBody>

/**
 * A heartbeat on the hub's socket. It counts, and is acknowledged, where the call would have been answered; until one was
 * acknowledged on a connection the service may be one of before, which passes it over.
 */
export const heartbeatNotice = z.strictObject({
  type: z.literal('heartbeat'),
  /** Stands in the acknowledgement. */
  number: z.int32().min(1),
  /** When the hub has another one than its connection was opened with, or than it sent last: tokens count for a while only. */
  token: z.string().max(2_000).optional(),
  body: heartbeatBody,
})
export type HeartbeatNotice = z.infer<typeof heartbeatNotice>

/** From the service. */
export const heartbeatTaken = z.object({ type: z.literal('heartbeat-taken'), number: z.int32() })
