/** The Japanese texts of check-ins and their calendar, and of the forms in them; downloaded with the first of their pages. */

import { bookingJa } from '#console/care/booking/booking.ja.ts'
import { eventJa } from '#console/care/event/event.ja.ts'
import { formJa } from '#ui/form/form.ja.ts'

export const checkInJa = { event: eventJa, booking: bookingJa, form: formJa }
