/** The English texts of check-ins and their calendar, and of the forms in them; downloaded with the first of their pages. */
import { formEn } from '#ui/form.en.ts'
import { bookingEn } from '../features/booking/booking.en.ts'
import { eventEn } from '../features/event/event.en.ts'

export const checkInEn = { event: eventEn, booking: bookingEn, form: formEn }
