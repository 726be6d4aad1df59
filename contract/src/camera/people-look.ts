/** How people look in a picture that has left the hub. Requirement CAM-09. */
import { z } from 'zod'

export const peopleLook = z.enum(['clear', 'blurred', 'silhouettes'])
export type PeopleLook = z.infer<typeof peopleLook>
