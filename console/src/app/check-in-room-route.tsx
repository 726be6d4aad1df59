/** Joins a check-in with the live picture: features meet here, not in each other. */
import { EventRoomPage } from '../features/event/event-room-page.tsx'
import { LiveView } from '../features/live/live-view.tsx'

export function CheckInRoomRoute() {
  return <EventRoomPage Live={LiveView} />
}
