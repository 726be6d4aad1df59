/** Joins the list of check-ins with what is planned: nouns meet here, not in each other. */
import { NextCheckIns } from '#console/care/booking/booking-next.tsx'
import { EventListPage } from '#console/care/event/event-list-page.tsx'

export function CheckInListRoute() {
  return <EventListPage due={<NextCheckIns />} />
}
