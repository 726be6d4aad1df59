/** The machine that a hub runs on. */
import { z } from 'zod'
import { appCode } from '../camera/apps.ts'
import { runningStatus } from '../camera/running.ts'
import { DECODERS } from '../camera/stream/decoders.ts'

/** What it decodes with, by codec: what its trials found right and cheapest. REAL-08 */
export const hubDecoders = z.object({ h264: z.enum(DECODERS), hevc: z.enum(DECODERS) })

/** What a hub says of itself and its machine beside its load. */
export const hubMachine = z.strictObject({
  startedAt: z.iso.datetime(),
  memoryTotalBytes: z.number().int(),
  diskTotalBytes: z.number().int().nullable(),
  /** IP addresses and MAC ids of its network interfaces. */
  addresses: z.array(z.string().max(60)).max(32),
  macIds: z.array(z.string().max(30)).max(32),
  /** Apps that this version can run. */
  runnableApps: z.array(appCode).max(20),
  /** How its detection stands. */
  running: runningStatus,
  /** Hubs of before did not say. */
  decoders: hubDecoders.optional(),
})
export type HubMachine = z.infer<typeof hubMachine>
