/** The objects of calls about rooms, residents, check-ins and bookings: a part of the matrix, also written by hand. */
import { accidentObjects } from './accidents.ts'

const inParams = (id: string) => ({ params: { id } })

/** An unassigned check-in in that room. */
export const plannedIn = (cameraId: string) => ({
  ...{ cameraId, userId: '00000000-0000-4000-8000-000000000000' },
  ...{ firstDay: '2030-01-01', startMinute: 600 },
})

/** Never the operator; an administrator of an organization connects first. */
const RESIDENTS = { 'SUPER_ADMIN connected': [], ORG_ADMIN: [] }
/** An outdated version, so that the resident stays unchanged for the next caller. */
const UNSEEN = { reach: RESIDENTS, reached: ['conflict'] } as const
const ANSWERS = ['detection', 'recording', 'clear-images'].map((kind) => ({
  ...{ kind, isGiven: true, answeredOn: '2026-01-01', answeredBy: 'A' },
}))
const SINCE = { bed: 2, at: '2020-01-01T00:00:00Z' }
/** A new resident in that room. */
export const newResident = (cameraId: string) => ({
  body: { name: 'A', consents: ANSWERS, stay: { cameraId, ...SINCE } },
})

const residentObjects = {
  'resident.search': { of: 'unit', reach: RESIDENTS, request: (id: string) => ({ body: { unitIds: [id] } }) },
  'resident.get': { of: 'resident', reach: RESIDENTS, request: inParams },
  'resident.life': { of: 'resident', reach: RESIDENTS, request: inParams },
  'resident.export': { of: 'resident', reach: RESIDENTS, request: inParams },
  'resident.mentions': { of: 'resident', reach: RESIDENTS, request: inParams },
  'resident.patch': { of: 'resident', request: (id: string) => ({ body: { id, version: 999 } }), ...UNSEEN },
  'resident.note': {
    of: 'resident',
    request: (id: string) => ({ ...inParams(id), body: { careNote: 'A', version: 999 } }),
    ...UNSEEN,
  },
  // No camera has the id of a resident; it is checked after the resident was found.
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
  // No stay has that id: it counts as not found, even for callers who reach the resident.
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
/** An administrator of the organization connects to the site first. */
const CONNECTED = { ORG_ADMIN: [] }

/** The shift of a unit that began yesterday, at a site without shifts. */
const sheetOf = (unitId: string) => ({ shift: 'night', day: '2026-11-19', unitId })

/** `personal`: objects that belong to one user. */
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
    'handover.rounds': { of: 'unit', reach: CONNECTED, request: (id: string) => ({ query: { unitId: id } }) },
    'handover.note': {
      of: 'unit',
      reach: CONNECTED,
      request: (id: string) => ({ body: { ...sheetOf(id), cameraId: null, text: 'A', version: 7 } }),
      reached: ['conflict'],
    },
    // No user has that id; it is checked after the unit was found.
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
    // No camera of the matrix has A008 on; that is checked after the camera was found.
    'event.open': { of: 'camera', request: (id: string) => ({ body: { cameraId: id } }), reached: ['check-in-off'] },
    'event.sign': {
      of: 'checkIn',
      reach: personal,
      request: (id: string) => ({ ...inParams(id), body: { monitoredDurationSeconds: 5, hasImage: true } }),
    },
    'event.close': {
      of: 'checkIn',
      reach: personal,
      request: (id: string) => ({ ...inParams(id), body: { monitoredDurationSeconds: 5 } }),
    },
    // Users may change only their own notes on check-ins.
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
    // An outdated version: a caller with access gets this error.
    'booking.change': {
      of: 'occurrence',
      request: (id: string) => ({ ...inParams(id), body: { version: 999, isSkipped: true } }),
      reached: ['conflict'],
    },
    'booking.get': { of: 'booking', request: inParams },
    'booking.conflicts': { of: 'camera', request: (id: string) => ({ body: { draft: plannedIn(id) } }) },
    // No user has that id; it is checked after the camera was found.
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
