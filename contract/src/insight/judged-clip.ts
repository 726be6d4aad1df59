/** Judged clips of a site, to measure the next version with: a zip with a manifest. Requirement REAL-10; decision 0041. */
import { z } from 'zod'
import { ADMINS } from '../identity/roles.ts'
import { endpoint } from '../shared/endpoint.ts'

const number = z.number().int().min(0)

const judgedClips = z.object({
  /** As they are: everybody who stayed in the room agreed to clear pictures. */
  clear: number,
  /** The blurred copy: somebody did not. */
  blurred: number,
  bytes: z.number().min(0),
  leftOut: z.object({
    /** Somebody who stayed there refused recording. */
    refused: number,
    /** Nobody agreed to clear pictures, and there is no blurred copy. */
    noBlurredCopy: number,
    /** The service does not have the clip any more, or the zip is full. */
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
    whileBound: 'refused',
    summary: 'Judged clips of falls, bed exits and wake-ups as a zip with a manifest for measuring detection. Audited.',
    /** Said by the person who exports: the site agrees that these clips leave it. */
    query: z.strictObject({ isAgreed: z.literal('true') }),
    answer: 'bytes',
  }),
}
