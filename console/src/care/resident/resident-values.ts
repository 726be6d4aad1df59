/** What the forms of residents and stays hold: rules of the contract, and times by the wall clock as the browser has them. */
import { residentDraft, stayDraft } from '@mimamori/contract/care/resident.ts'
import { z } from 'zod'

const { name, kana, honorific, careNote, facts, consents } = residentDraft.shape
const { bed } = stayDraft.shape
const wall = z.string().min(1, 'resident.time-required')

export const residentValues = z.object({
  ...{ name, kana, honorific, careNote, facts, consents },
  cameraId: z.uuid().nullish(),
  bed,
  at: wall,
})
export type ResidentValues = z.input<typeof residentValues>

/** `from` and `to` are of a correction, `at` of a move. `to` empty: it goes on. */
export const stayValues = z.object({
  cameraId: z.uuid('resident.room-required'),
  bed,
  ...{ at: wall, from: wall, to: z.string() },
})
export type StayValues = z.output<typeof stayValues>
