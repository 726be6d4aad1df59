/** The Japanese texts of check-ins and their calendar, and of the forms in them; downloaded with the first of their pages. */
import { formJa } from '#ui/form.ja.ts'
import { bookingJa } from '../features/booking/booking.ja.ts'
import { eventJa } from '../features/event/event.ja.ts'

export const checkInJa = { event: eventJa, booking: bookingJa, form: formJa }
