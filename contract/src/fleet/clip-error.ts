/** Why an alert has no clip, or no blurred copy of it. HUB-04. */
import { z } from 'zod'
import { fact, factText, laterFact, otherFact } from '../shared/fact.ts'

/** `not-arrived` and `late`: the service's own. `detail`: words of the system or of the service. */
export const clipError = z.discriminatedUnion('code', [
  fact(['no-pictures', 'copy-too-busy', 'disk-full', 'hub-restarted', 'file-gone', 'not-arrived', 'late'], {}),
  fact(['not-stored', 'not-uploaded'], { detail: factText }),
  otherFact,
])
export type ClipError = z.infer<typeof clipError>

/** As a hub sends it. */
export const sentClipError = z.union([clipError, laterFact])
