/** The English texts of check-ins and their calendar, and of the forms in them; downloaded with the first of their pages. */

import { bookingEn } from '#console/care/booking/booking.en.ts'
import { eventEn } from '#console/care/event/event.en.ts'
import { formEn } from '#ui/form/form.en.ts'

export const checkInEn = { event: eventEn, booking: bookingEn, form: formEn }
