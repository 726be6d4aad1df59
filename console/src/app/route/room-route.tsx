/** Joins a room's page with the live view: nouns meet here, not in each other. */
import { RoomPage } from '#console/care/room/room-page.tsx'
import { VisitCard } from '#console/care/visit/visit-card.tsx'
import { LiveView } from '#console/footage/live/live-view.tsx'

export function RoomRoute() {
  return <RoomPage Live={LiveView} Visit={VisitCard} />
}
