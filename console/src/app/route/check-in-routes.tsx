/** Check-ins and their calendar by path (NAV-09). How a page is added says routes.tsx. */
import { createRoute } from '@tanstack/react-router'
import { toBookingSearch, toNewBookingSearch } from '#console/care/booking/booking-search.ts'
import { toEventSearch, toRoomSearch, toRoomsSearch } from '#console/care/event/event-search.ts'
import { loadTexts } from '#lib/browser/i18n.ts'
import { app, inMenu, needs, pageWithTexts } from './app-route.tsx'

const eventList = createRoute({
  getParentRoute: () => app,
  path: 'virtualCheckIn',
  beforeLoad: inMenu('/app/virtualCheckIn'),
  validateSearch: toEventSearch,
  component: pageWithTexts('check-in', () => import('./check-in-list-route.tsx'), 'CheckInListRoute'),
})

const eventRooms = createRoute({
  getParentRoute: () => app,
  path: 'virtualCheckIn/rooms',
  beforeLoad: needs('event.rooms'),
  validateSearch: toRoomsSearch,
  component: pageWithTexts('check-in', () => import('#console/care/event/event-rooms-page.tsx'), 'EventRoomsPage'),
})

const eventRoom = createRoute({
  getParentRoute: () => app,
  path: 'virtualCheckIn/room/$cameraId',
  beforeLoad: needs('event.rooms'),
  validateSearch: toRoomSearch,
  component: pageWithTexts(
    'check-in',
    async () => {
      const [page] = await Promise.all([import('./check-in-room-route.tsx'), loadTexts('live')])
      return page
    },
    'CheckInRoomRoute',
  ),
})

const eventDetail = createRoute({
  getParentRoute: () => app,
  path: 'virtualCheckIn/detail/$eventId',
  beforeLoad: needs('event.get'),
  component: pageWithTexts('check-in', () => import('#console/care/event/event-detail-page.tsx'), 'EventDetailPage'),
})

/** Where a reminder leads. */
const planned = createRoute({
  getParentRoute: () => app,
  path: 'virtualCheckIn/planned/$occurrenceId',
  beforeLoad: needs('booking.occurrence'),
  component: pageWithTexts(
    'check-in',
    () => import('#console/care/booking/booking-planned-page.tsx'),
    'BookingPlannedPage',
  ),
})

const calendar = createRoute({
  getParentRoute: () => app,
  path: 'booking',
  beforeLoad: needs('booking.search'),
  validateSearch: toBookingSearch,
  component: pageWithTexts(
    'check-in',
    () => import('#console/care/booking/booking-calendar-page.tsx'),
    'BookingCalendarPage',
  ),
})

const bookingNew = createRoute({
  getParentRoute: () => app,
  path: 'booking/new',
  beforeLoad: needs('booking.create'),
  validateSearch: toNewBookingSearch,
  component: pageWithTexts('check-in', () => import('#console/care/booking/booking-form-page.tsx'), 'BookingNewPage'),
})

const bookingEdit = createRoute({
  getParentRoute: () => app,
  path: 'booking/edit/$bookingId',
  beforeLoad: needs('booking.patch'),
  component: pageWithTexts('check-in', () => import('#console/care/booking/booking-form-page.tsx'), 'BookingEditPage'),
})

export const checkInRoutes = [
  eventList,
  eventRooms,
  eventRoom,
  eventDetail,
  planned,
  calendar,
  bookingNew,
  bookingEdit,
] as const
