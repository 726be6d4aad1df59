/** Why an alert has no clip, or no blurred copy of it. HUB-04. */
import { z } from 'zod'
import { fact, factText, laterFact, otherFact } from '../shared/fact.ts'

/** The clip of a signal was not requested: the camera or its hub was not connected, or it came when the hub had no frames of that time any more. */
export const CLIP_UNASKED = ['camera-away', 'signal-late'] as const

/** `not-arrived`, `late` and those of CLIP_UNASKED: the service's own. `detail`: words of the system or of the service. */
export const clipError = z.discriminatedUnion('code', [
  fact(
    ['no-images', 'copy-too-busy', 'disk-full', 'hub-restarted', 'file-gone', 'not-arrived', 'late', ...CLIP_UNASKED],
    {},
  ),
  fact(['not-stored', 'not-uploaded'], { detail: factText }),
  otherFact,
])
export type ClipError = z.infer<typeof clipError>

/** As a hub sends it. */
export const sentClipError = z.union([clipError, laterFact])
