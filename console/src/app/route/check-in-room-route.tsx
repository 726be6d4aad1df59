/** Joins a check-in with the live view: nouns meet here, not in each other. */
import { EventRoomPage } from '#console/care/event/event-room-page.tsx'
import { LiveView } from '#console/footage/live/live-view.tsx'

export function CheckInRoomRoute() {
  return <EventRoomPage Live={LiveView} />
}
