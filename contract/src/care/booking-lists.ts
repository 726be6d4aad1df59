/** How a booking can repeat, as a plain list; the schema is made from it. */

export const BOOKING_REPEATS = ['none', 'daily', 'weekly'] as const
export type BookingRepeat = (typeof BOOKING_REPEATS)[number]
