/**
 * Judged clips of a site, for measuring the next version: a zip with a manifest. Requirement REAL-10; decision 0041.
 */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { ADMINS } from '../shared/roles.ts'

const number = z.number().int().min(0)

const judgedClips = z.object({
  /** Unblurred clips: all residents of the room agreed to clear video. */
  clear: number,
  /** Blurred copies: a resident did not agree. */
  blurred: number,
  bytes: z.number().min(0),
  leftOut: z.object({
    /** A resident of the room refused recording. */
    refused: number,
    /** A resident did not agree to clear video, and there is no blurred copy. */
    noBlurredCopy: number,
    /** The service no longer has the clip, or the zip is full. */
    gone: number,
  }),
})
export type JudgedClips = z.infer<typeof judgedClips>

export const judgedClipEndpoints = {
  'judgedClip.preview': endpoint({
    method: 'GET',
    path: 'insight/judged-clips/preview',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'How many judged clips an export would hold, blurred or not, and why others are left out.',
    response: judgedClips,
  }),
  'judgedClip.export': endpoint({
    method: 'GET',
    path: 'insight/judged-clips',
    access: ADMINS,
    needsProof: true,
    whileBound: 'refused',
    summary: 'Judged clips of falls, bed exits and wake-ups as a zip with a manifest for measuring detection. Audited.',
    /** Confirmed by the exporting person: the site agrees to hand out these clips. */
    query: z.strictObject({ isAgreed: z.literal('true') }),
    answer: 'bytes',
  }),
}
