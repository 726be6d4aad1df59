/** Learned movement without people, between hub and service. Requirement REAL-04. */
import { z } from 'zod'
import { AMBIENT_TEXT } from './ambient-cells.ts'

export const ambientCells = z.string().regex(AMBIENT_TEXT)

/** `remove`: those cells are no longer learned; `restore`: they may be learned again. */
export const ambientChange = z.strictObject({ action: z.enum(['remove', 'restore']), cells: ambientCells })
export type AmbientChange = z.infer<typeof ambientChange>

/** Why nothing is being learned; `nobody-seen`: the pose model must first have detected people in this view. */
export const AMBIENT_WAITS = ['app-off', 'no-poses', 'nobody-seen', 'view', 'too-much'] as const

export const ambientFacts = z.object({
  /** `minutes`: of motion there without people nearby, within the last days. */
  learned: z.array(z.object({ cells: ambientCells, minutes: z.number().int().min(0) })).max(100),
  /** Cells that people removed. */
  removed: z.array(ambientCells).max(100),
  /** Null: it learns. */
  waits: z.enum(AMBIENT_WAITS).nullable(),
})
export type AmbientFacts = z.infer<typeof ambientFacts>
