/** What a hub learned about a camera’s view, between hub and service. Requirements REAL-04 and REAL-12. */
import { z } from 'zod'
import { AMBIENT_TEXT } from './ambient-cells.ts'

export const ambientCells = z.string().regex(AMBIENT_TEXT)

/** Movement without people, which is passed over, or places where people come into view, where nobody is missed. */
export const LEARNED_KINDS = ['motion', 'arrivals'] as const
export type LearnedKind = (typeof LEARNED_KINDS)[number]

/** `remove`: those cells are no longer learned; `restore`: they may be learned again. */
export const ambientChange = z.strictObject({
  of: z.enum(LEARNED_KINDS),
  action: z.enum(['remove', 'restore']),
  cells: ambientCells,
})
export type AmbientChange = z.infer<typeof ambientChange>

/** Why nothing is being learned; `nobody-seen`: the pose model must first have detected people in this view. */
export const AMBIENT_WAITS = ['app-off', 'no-poses', 'nobody-seen', 'view', 'too-much'] as const

const regions = z.array(ambientCells).max(100)

export const ambientFacts = z.object({
  /** `minutes`: of motion there without people nearby, within the last days. */
  learned: z.array(z.object({ cells: ambientCells, minutes: z.number().int().min(0) })).max(100),
  /** Cells that people removed. */
  removed: regions,
  /** Null: it learns. */
  waits: z.enum(AMBIENT_WAITS).nullable(),
  /** Where people come into view, and such places that a person removed. */
  arrivals: z.object({ learned: regions, removed: regions }),
})
export type AmbientFacts = z.infer<typeof ambientFacts>
