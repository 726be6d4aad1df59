/** The machine of a hub. */
import { z } from 'zod'
import { runningStatus } from '../camera/running.ts'
import { DECODERS } from '../camera/stream/decoders.ts'
import { appCode } from '../shared/apps.ts'

/** The decoder for each codec: the cheapest one that passed its trials. REAL-08 */
export const hubDecoders = z.object({ h264: z.enum(DECODERS), hevc: z.enum(DECODERS) })

/** A hub's report on itself and its machine, besides its load. */
export const hubMachine = z.strictObject({
  startedAt: z.iso.datetime(),
  memoryTotalBytes: z.number().int(),
  diskTotalBytes: z.number().int().nullable(),
  /** IP addresses and MAC ids of its network interfaces. */
  addresses: z.array(z.string().max(60)).max(32),
  macIds: z.array(z.string().max(30)).max(32),
  /** Apps that this version can run. */
  runnableApps: z.array(appCode).max(20),
  /** State of its detection. */
  running: runningStatus,
  decoders: hubDecoders,
})
export type HubMachine = z.infer<typeof hubMachine>
