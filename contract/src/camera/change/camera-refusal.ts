/** The error for one camera that a call about many cameras could not change. */
import { z } from 'zod'

/** `key`: why, of FAILURES or of a field. */
export const cameraRefusal = z.object({ cameraId: z.uuid(), key: z.string() })
export type CameraRefusal = z.infer<typeof cameraRefusal>
