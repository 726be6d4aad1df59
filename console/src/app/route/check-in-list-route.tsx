/** Combines the list of check-ins with planned ones: nouns are combined here, and do not import each other. */
import { NextCheckIns } from '#console/care/booking/booking-next.tsx'
import { EventListPage } from '#console/care/event/event-list-page.tsx'

export function CheckInListRoute() {
  return <EventListPage due={<NextCheckIns />} />
}
