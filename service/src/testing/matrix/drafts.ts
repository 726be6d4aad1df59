/** Ids of people, units and cameras in request bodies: a bound user may not name those of another unit. */
import { randomUUID } from 'node:crypto'
import { type EndpointKey, endpoints } from '@mimamori/contract/endpoints.ts'
import type { z } from 'zod'
import { newResident, plannedIn } from './check-ins.ts'
import { BOUND_REFUSED, WHO } from './expectations.ts'
import type { Objects } from './matrix.ts'

type Sent = { params?: object; query?: object; body: object }
/**
 * `named`: the id, of the caller's own unit or of another. `own`: the objects of the own unit. `version`: of
 * `versionOf`.
 */
type DraftId = {
  of: 'unit' | 'user' | 'camera'
  sent: (named: string, own: Objects, version: number) => Sent
  versionOf?: 'booking' | 'occurrence' | 'unit'
}

const SUBSCRIBERS = ['mobileUserIds', 'desktopUserIds', 'reminderUserIds', 'userIds', 'unitIds'] as const
const NAMES = /\.(unitIds?|cameraIds?|personId|userId|\w*[uU]serIds)(\[\])?$/

/** Paths in the contract's bodies that need no line, with the reason. */
const UNTESTED: Record<string, string> = {
  'alert.markAllRead .cameraIds[]': 'a filter, which narrows what the caller reaches',
  'alert.markAllRead .unitIds[]': 'a filter, which narrows what the caller reaches',
  'alertFilter.create .content.cameraIds[]': 'the caller’s own filter, which narrows what the caller reaches',
  'alertFilter.patch .content.cameraIds[]': 'the caller’s own filter, which narrows what the caller reaches',
  'camera.probe .cameraId': 'the object of the call',
  'oidc.save .rules[].siteId': 'a site of the organization, in the tests of its provider',
  'event.open .cameraId': 'the object of the call',
  'event.open .personId': 'for sign-ins that several people share, in the tests of check-ins',
  'booking.create .cameraId': 'the object of the call',
  'coverage.receive .cameraIds[]': 'the objects of the call',
  'resident.move .cameraId': 'found as that of resident.create',
  'resident.correct .cameraId': 'found as that of resident.create',
  'handover.note .unitId': 'the object of the call',
  'handover.give .unitId': 'the object of the call',
  'visit.start .cameraId': 'the object of the call',
  'webhook.create .unitIds[]': 'for administrators of the whole site, in the tests of webhooks',
  'webhook.patch .unitIds[]': 'for administrators of the whole site, in the tests of webhooks',
  'stationPin.prove .userId': 'for sign-ins that several people share, in the tests of the PIN',
}

const camera = (own: Objects, fields: object): Sent => ({ body: { id: own.camera, ...fields } })
const registered = (fields: object): Sent => ({
  body: {
    ...{ name: randomUUID(), description: 'A', type: 'UNKNOWN', brand: 'A', model: 'A', location: 'A' },
    ...{ streamingId: randomUUID(), streamUrl: 'rtsp://10.0.0.1/stream', ...fields },
  },
})
const user = () => ({
  ...{ firstName: 'A', lastName: 'A', email: `${randomUUID()}@people.example`, timezone: 'Asia/Tokyo', locale: 'ja' },
  ...{ role: 'USER', dateFormat: 'yyyy/MM/dd HH:mm' },
})

let days = 0
const nextDay = () => new Date(Date.UTC(2026, 0, ++days)).toISOString().slice(0, 10)

const draftIds: Record<string, DraftId> = {
  // Before the lines that move cameras into the unit, which would have to leave it again.
  'unit.patch .cameraIds[]': {
    of: 'camera',
    versionOf: 'unit',
    sent: (id, own, version) => ({ body: { id: own.unit, version, cameraIds: [own.camera, id] } }),
  },
  'unit.patch .reminderUserIds[]': {
    of: 'user',
    versionOf: 'unit',
    sent: (id, own, version) => ({ body: { id: own.unit, version, reminderUserIds: [id] } }),
  },
  'camera.register .unitId': { of: 'unit', sent: (unitId) => registered({ unitId }) },
  'camera.edit .unitId': { of: 'unit', sent: (unitId, own) => camera(own, { unitId }) },
  'camera.patch .unitId': { of: 'unit', sent: (unitId, own) => ({ params: { id: own.camera }, body: { unitId } }) },
  'camera.changeMany .unitId': { of: 'unit', sent: (unitId, own) => ({ body: { ids: [own.camera], unitId } }) },
  'user.create .unitIds[]': { of: 'unit', sent: (id) => ({ body: { ...user(), unitIds: [id] } }) },
  'user.patch .unitIds[]': { of: 'unit', sent: (id, own) => ({ body: { id: own.user, unitIds: [id] } }) },
  'handover.note .cameraId': {
    of: 'camera',
    // Nobody has written on that day.
    sent: (cameraId, own) => ({
      body: { shift: 'night', day: nextDay(), unitId: own.unit, cameraId, text: 'A', version: 0 },
    }),
  },
  'alert.note .userIds[]': {
    of: 'user',
    sent: (id, own) => ({ params: { id: own.alert }, body: { requestId: randomUUID(), userIds: [id] } }),
  },
  'roster.save .lines[].userId': {
    of: 'user',
    sent: (userId) => ({ body: { month: '2026-11', lines: [{ userId, version: 0, days: [] }] } }),
  },
  'resident.create .stay.cameraId': { of: 'camera', sent: newResident },
  'booking.create .userId': { of: 'user', sent: (userId, own) => ({ body: { ...plannedIn(own.camera), userId } }) },
  // Before the lines that replan its days.
  'booking.change .userId': {
    of: 'user',
    versionOf: 'occurrence',
    sent: (userId, own, version) => ({ params: { id: own.occurrence }, body: { version, userId } }),
  },
  'booking.patch .userId': {
    of: 'user',
    versionOf: 'booking',
    sent: (userId, own, version) => ({ body: { id: own.booking, version, firstDay: '2030-01-01', userId } }),
  },
  'booking.patch .cameraId': {
    of: 'camera',
    versionOf: 'booking',
    sent: (cameraId, own, version) => ({ body: { id: own.booking, version, firstDay: '2030-01-01', cameraId } }),
  },
}
for (const list of SUBSCRIBERS) {
  const of = list === 'unitIds' ? 'unit' : 'user'
  const named = (id: string) => ({ subscribers: { emails: ['a@people.example'], [list]: [id] } })
  draftIds[`camera.register .subscribers.${list}[]`] = {
    of,
    sent: (id, own) => registered({ unitId: own.unit, ...named(id) }),
  }
  draftIds[`camera.edit .subscribers.${list}[]`] = { of, sent: (id, own) => camera(own, named(id)) }
  draftIds[`camera.patch .subscribers.${list}[]`] = {
    of,
    sent: (id, own) => ({ params: { id: own.camera }, body: named(id) }),
  }
  const appCode = list === 'reminderUserIds' ? 'A008' : 'A003'
  const settings = (id: string) => (appCode === 'A008' ? { subscribers: { reminderUserIds: [id] } } : named(id))
  draftIds[`cameraApp.configure .subscribers.${list}[]`] = {
    of,
    sent: (id, own) => ({ params: { cameraId: own.camera, appCode }, body: { appCode, ...settings(id) } }),
  }
}
export const DRAFT_IDS: Readonly<Record<string, DraftId>> = draftIds

/** Ids of a unit's objects in the bodies of all calls that change something and are open to bound users. */
export function namedIds(): string[] {
  return Object.entries(endpoints).flatMap(([key, entry]) => {
    const isOpen = /[AU]/.test(WHO[key as EndpointKey]) && !BOUND_REFUSED.includes(key)
    if (!isOpen || !('changes' in entry) || !('body' in entry) || WHO[key as EndpointKey] === 'public') return []
    const paths = new Set(uuidsIn(entry.body as z.ZodType).filter((path) => NAMES.test(path)))
    return [...paths].map((path) => `${key} ${path}`).filter((name) => !UNTESTED[name])
  })
}

type Def = {
  type: string
  element?: z.ZodType
  options?: z.ZodType[]
  valueType?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  format?: string
}

function uuidsIn(schema: z.ZodType, path = ''): string[] {
  const def = schema.def as unknown as Def
  if (def.type === 'object') {
    const { shape } = schema as unknown as { shape: Record<string, z.ZodType> }
    return Object.entries(shape).flatMap(([name, field]) => uuidsIn(field, `${path}.${name}`))
  }
  if (def.type === 'array') return uuidsIn(def.element!, `${path}[]`)
  if (def.type === 'union') return def.options!.flatMap((option) => uuidsIn(option, path))
  if (def.type === 'record') return uuidsIn(def.valueType!, `${path}{}`)
  const below = def.innerType ?? def.in
  if (below) return uuidsIn(below, path)
  return def.type === 'string' && def.format === 'uuid' ? [path] : []
}
