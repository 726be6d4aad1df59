/** What the calls about rooms, residents, check-ins and their bookings are about: a part of the matrix, by hand as the whole of it. */
import { accidentObjects } from './matrix-accidents.ts'

const inParams = (id: string) => ({ params: { id } })

/** A check-in of nobody in that room. */
export const plannedIn = (cameraId: string) => ({
  ...{ cameraId, userId: '00000000-0000-4000-8000-000000000000' },
  ...{ firstDay: '2030-01-01', startMinute: 600 },
})

/** Never the operator; an organisation's administrator connects first. */
const RESIDENTS = { 'SUPER_ADMIN connected': [], ORG_ADMIN: [] }
/** A state that nobody has seen, so that the resident stays as it is for the next one. */
const UNSEEN = { reach: RESIDENTS, reached: ['conflict'] } as const
const ANSWERS = ['detection', 'recording', 'clear-pictures'].map((kind) => ({
  ...{ kind, isGiven: true, answeredOn: '2026-01-01', answeredBy: 'A' },
}))
const SINCE = { bed: 2, at: '2020-01-01T00:00:00Z' }
/** Somebody new in that room. */
export const newResident = (cameraId: string) => ({
  body: { name: 'A', consents: ANSWERS, stay: { cameraId, ...SINCE } },
})

const residentObjects = {
  'resident.search': { of: 'unit', reach: RESIDENTS, request: (id: string) => ({ body: { unitIds: [id] } }) },
  'resident.get': { of: 'resident', reach: RESIDENTS, request: inParams },
  'resident.life': { of: 'resident', reach: RESIDENTS, request: inParams },
  'resident.export': { of: 'resident', reach: RESIDENTS, request: inParams },
  'resident.patch': { of: 'resident', request: (id: string) => ({ body: { id, version: 999 } }), ...UNSEEN },
  'resident.note': {
    of: 'resident',
    request: (id: string) => ({ ...inParams(id), body: { careNote: 'A', version: 999 } }),
    ...UNSEEN,
  },
  // No camera has the id of a resident, which is looked at when the resident was found.
  'resident.move': {
    of: 'resident',
    reach: RESIDENTS,
    request: (id: string) => ({ ...inParams(id), body: { cameraId: id, version: 999, ...SINCE } }),
    reached: ['invalid-request'],
  },
  'resident.leave': {
    of: 'resident',
    request: (id: string) => ({ ...inParams(id), body: { at: SINCE.at, version: 999 } }),
    ...UNSEEN,
  },
  // No stay has that id: as good as missing, for those who reach the resident, too.
  'resident.correct': {
    of: 'resident',
    reach: RESIDENTS,
    request: (id: string) => ({ ...inParams(id), body: { action: 'delete', stayId: id, version: 999 } }),
    reached: ['not-found'],
  },
  'resident.remove': {
    of: 'resident',
    request: (id: string) => ({ ...inParams(id), query: { version: 999 } }),
    ...UNSEEN,
  },
  'resident.restore': { of: 'resident', request: inParams, ...UNSEEN },
  'resident.erase': {
    of: 'resident',
    request: (id: string) => ({ ...inParams(id), query: { version: 999 } }),
    ...UNSEEN,
  },
} as const
/** An administrator of the organisation connects to the site first. */
const CONNECTED = { ORG_ADMIN: [] }

/** The shift of a unit that began yesterday, at a site without shifts. */
const sheetOf = (unitId: string) => ({ shift: 'night', day: '2026-11-19', unitId })

/** `personal`: what each user has alone. */
export const checkInObjects = <R>(personal: R) =>
  ({
    'coverage.receive': {
      of: 'camera',
      request: (id: string) => ({ body: { device: 'a', kind: 'web', push: 'on', cameraIds: [id] } }),
    },
    'coverage.list': { of: 'unit', request: (id: string) => ({ query: { unitIds: id } }) },
    ...residentObjects,
    ...accidentObjects(RESIDENTS),
    'room.list': { of: 'unit', request: (id: string) => ({ query: { unitIds: id } }) },
    'room.get': { of: 'camera', request: inParams },
    'load.report': { of: 'unit', reach: CONNECTED, request: (id: string) => ({ body: { unitIds: [id] } }) },
    'handover.get': { of: 'unit', reach: CONNECTED, request: (id: string) => ({ query: { unitId: id } }) },
    'handover.note': {
      of: 'unit',
      reach: CONNECTED,
      request: (id: string) => ({ body: { ...sheetOf(id), cameraId: null, text: 'A', version: 7 } }),
      reached: ['conflict'],
    },
    // Nobody is known by that id, which is looked at when the unit was found.
    'handover.give': {
      of: 'unit',
      reach: CONNECTED,
      request: (id: string) => ({ body: { ...sheetOf(id), receiverId: id, requestId: id } }),
      reached: ['invalid-request'],
    },
    'handover.record': { of: 'handover', request: inParams },
    'handover.pdf': { of: 'handover', request: (id: string) => ({ ...inParams(id), query: { locale: 'en' } }) },
    'handover.search': { of: 'unit', request: (id: string) => ({ body: { unitIds: [id] } }) },
    'visit.list': { of: 'unit', request: (id: string) => ({ query: { unitIds: id } }) },
    'visit.start': {
      of: 'camera',
      request: (id: string) => ({ body: { cameraId: id, minutes: 10, appCodes: ['A006'], requestId: id } }),
    },
    'visit.end': { of: 'visit', request: inParams },
    'event.search': { of: 'camera', request: (id: string) => ({ body: { cameraIds: [id] } }) },
    'event.rooms': { of: 'camera', request: (id: string) => ({ body: { cameraIds: [id] } }) },
    'event.people': { of: 'camera', request: (id: string) => ({ body: { cameraId: id } }) },
    'event.get': { of: 'checkIn', request: inParams },
    // No camera of the matrix has A008 on, which is looked at when it was found.
    'event.open': { of: 'camera', request: (id: string) => ({ body: { cameraId: id } }), reached: ['check-in-off'] },
    'event.sign': {
      of: 'checkIn',
      reach: personal,
      request: (id: string) => ({ ...inParams(id), body: { monitoredDurationSeconds: 5, hasPicture: true } }),
    },
    'event.close': {
      of: 'checkIn',
      reach: personal,
      request: (id: string) => ({ ...inParams(id), body: { monitoredDurationSeconds: 5 } }),
    },
    // Of everybody's check-ins one's own notes alone can be changed.
    'event.note': {
      of: 'checkIn',
      request: (id: string) => ({ ...inParams(id), body: { note: 'A', version: 1 } }),
      reached: ['forbidden'],
    },
    'booking.search': {
      of: 'camera',
      request: (id: string) => ({ body: { fromDay: '2026-11-20', toDay: '2026-11-20', cameraIds: [id] } }),
    },
    'booking.next': { of: 'unit', request: (id: string) => ({ body: { unitIds: [id] } }) },
    'booking.occurrence': { of: 'occurrence', request: inParams },
    // A state that nobody has seen: a caller with a right to it reads so.
    'booking.change': {
      of: 'occurrence',
      request: (id: string) => ({ ...inParams(id), body: { version: 999, isSkipped: true } }),
      reached: ['conflict'],
    },
    'booking.get': { of: 'booking', request: inParams },
    'booking.conflicts': { of: 'camera', request: (id: string) => ({ body: { draft: plannedIn(id) } }) },
    // Nobody is known by that id, which is looked at when the camera was found.
    'booking.create': {
      of: 'camera',
      request: (id: string) => ({ body: plannedIn(id) }),
      reached: ['invalid-request'],
    },
    'booking.patch': {
      of: 'booking',
      request: (id: string) => ({ body: { id, version: 999, purpose: 'A' } }),
      reached: ['conflict'],
    },
    'booking.remove': {
      of: 'booking',
      request: (id: string) => ({ ...inParams(id), query: { version: 999 } }),
      reached: ['conflict'],
    },
    'booking.restore': { of: 'booking', request: inParams },
  }) as const
