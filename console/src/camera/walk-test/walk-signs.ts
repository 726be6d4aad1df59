/** A sign for each result, beside its colour: as Japanese forms mark them. */
import type { WalkResult } from '@mimamori/contract/camera/walk/walk-lists.ts'

const SIGNS: Record<WalkResult, string> = { seen: '○', otherwise: '△', unseen: '×', skipped: '–' }

export const signOf = (result: WalkResult): string => SIGNS[result]
