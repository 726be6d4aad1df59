/** What a hub itself lacks, as the reasons of its cameras name it. Requirements CAM-15, HUB-01. */
import { z } from 'zod'
import type { StatusReasonCode } from '../camera/status-reason.ts'

/** Codes of `StatusReason` that are about the hub and not about the camera. */
export const HUB_NEEDS = [
  'hub-slow',
  'pose-late',
  'pose-missing',
  'disk-full',
  'disk-slow',
  'disk-failed',
  'memory-short',
  'hub-slept',
  'hub-clock',
] as const satisfies readonly StatusReasonCode[]

/** `cameraCount`: cameras that say so now. */
export const hubNeed = z.object({ code: z.enum(HUB_NEEDS), cameraCount: z.number().int().min(1) })
