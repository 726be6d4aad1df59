/** Named places in a camera's image, drawn once for the camera and used by every app that is about them. CAM-08. */
import { z } from 'zod'
import { region } from '../../shared/geometry.ts'
import { BED_CORNERS_MIN } from '../../shared/polygon.ts'

/** A seat is whatever people sit or lie on beside a bed: a chair, a sofa, a mattress. People go out of view at a door. */
export const PLACE_KINDS = ['bed', 'seat', 'door'] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

/** Whether a region may be a bed. */
export const isBedShaped = ({ corners }: { corners: readonly unknown[] }): boolean => corners.length >= BED_CORNERS_MIN

/** A region of the image with its kind. A bed has four corners or more; `headToFeet` is the direction from its pillow. */
export const place = region
  .extend({ kind: z.enum(PLACE_KINDS) })
  .refine((one) => one.kind !== 'bed' || isBedShaped(one), {
    message: 'region.bed-corners',
    path: ['corners'],
  })
export type Place = z.infer<typeof place>
