/** The current view of a camera that can turn, as reported by its hub. Requirement REAL-09; decision 0037. */
import { z } from 'zod'

/** This long after the last press the camera returns automatically. */
export const LOOK_SECONDS = 60
/** However often somebody presses, it returns after this time: nobody watches the room meanwhile. */
export const LOOK_LONGEST_SECONDS = 300

/** The camera's ONVIF token of a stored view; never displayed. */
export const presetToken = z.string().min(1).max(64)

/** `returning`: on its way home. `failed`: it did not return, and the hub tries again. */
const away = z.object({
  preset: z.string().max(200),
  state: z.enum(['away', 'returning', 'failed']),
  /** When it returns automatically; after an error, when its hub retries. */
  returnsAt: z.iso.datetime(),
})

export const cameraLook = z.object({
  /** Empty: the camera does not turn, or has no stored views. */
  presets: z.array(z.object({ token: presetToken, name: z.string().max(200) })).max(64),
  /** Null: it shows its home view. */
  away: away.nullable(),
})
export type CameraLook = z.infer<typeof cameraLook>
