/** What the form of one planned check-in holds: rules of the contract for its day, its time and its person. */
import { bookingFields } from '@mimamori/contract/care/booking.ts'
import { z } from 'zod'

const { firstDay: day, startMinute, userId } = bookingFields.shape
export const oneOccurrence = z.object({ day, startMinute, userId })
export type OneOccurrence = z.infer<typeof oneOccurrence>
