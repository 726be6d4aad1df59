/** What a call about many cameras says of one that it left as it was. */
import { z } from 'zod'

/** `key`: why, of FAILURES or of a field. */
export const cameraRefusal = z.object({ cameraId: z.uuid(), key: z.string() })
export type CameraRefusal = z.infer<typeof cameraRefusal>
