/** Joins the list of check-ins with what is planned: features meet here, not in each other. */
import { NextCheckIns } from '../features/booking/booking-next.tsx'
import { EventListPage } from '../features/event/event-list-page.tsx'

export function CheckInListRoute() {
  return <EventListPage due={<NextCheckIns />} />
}
