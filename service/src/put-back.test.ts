/** Every object that a call changes can be put back as it was answered. Walks the contract's table. */
import { endpoints } from '@mimamori/contract/endpoints.ts'
import type { Endpoint } from '@mimamori/contract/shared/endpoint.ts'
import { withoutAnswered } from '@mimamori/contract/shared/put-back.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildWorld, send, signIn, type World } from './testing/matrix/matrix.ts'
import { OBJECTS } from './testing/matrix/objects.ts'
import { startService, type TestService } from './testing/service.ts'

const TABLE = Object.entries<Endpoint>(endpoints)
const OBJECT_OF: Record<string, (typeof OBJECTS)[keyof typeof OBJECTS]> = OBJECTS

/** Calls by PUT or PATCH that take no object as another call answers it. */
const ACTIONS: Record<string, string> = {
  'session.refresh': 'exchanges a token',
  'profile.patch': 'takes what the sign-in answered: described-client.test.ts',
  'user.switch': 'several users',
  'password.change': 'a password is never answered',
  'recording.patchMany': 'several recordings',
  'alert.search': 'a filter',
  'alert.patchMany': 'several alerts',
  'alert.markAllRead': 'a filter',
  'handover.note': 'one field of a sheet',
  'resident.note': 'one field',
  'resident.correct': 'one stay',
  'event.note': 'one field',
  'setup.home': 'the first site of an installation',
  'roster.save': 'the days that change',
  'oidc.save': 'of an organization, in the tests of its provider',
  'firstSteps.hide': 'one switch',
  'passkey.rename': 'one name',
}

const isOfPeople = ({ access, intake }: Endpoint) => access !== 'hub' && access !== 'public' && intake !== 'bytes'
const CHANGES = TABLE.filter(
  ([key, entry]) =>
    isOfPeople(entry) && !ACTIONS[key] && [entry.method].flat().some((verb) => verb === 'PUT' || verb === 'PATCH'),
)

const elementOf = ({ response }: Endpoint): unknown => {
  const records = response instanceof z.ZodObject ? response.shape.records : undefined
  return records instanceof z.ZodArray ? records.element : undefined
}

/** The call that answers the object, alone or in a list. */
function sourceOf({ changesObject, response }: Endpoint): [string, Endpoint] | undefined {
  const readers = TABLE.filter(([, entry]) => isOfPeople(entry) && !entry.changes)
  return (
    readers.find(([, entry]) => entry.method === 'GET' && entry.response === (changesObject ?? response)) ??
    readers.find(([, entry]) => changesObject !== undefined && elementOf(entry) === changesObject)
  )
}

let service: TestService
let world: World
let token: Record<'ADMIN' | 'SUPER_ADMIN', string>
beforeAll(async () => {
  service = await startService({ env: { MIMAMORI_RATE_FACTOR: '1000' } })
  world = await buildWorld(service)
  const { site, objects } = world
  await service.sql`update tenant set packages = '{PRO,VCARE}' where id = ${site.id}`
  const [admin, operator] = [await signIn(world, 'ADMIN'), await signIn(world, 'SUPER_ADMIN')]
  token = { ADMIN: admin.token, SUPER_ADMIN: operator.token }
  await service.call(admin.token, 'alertFilter.create', { body: { name: 'Night', content: {} } })
  const cameraId = objects.own.camera
  const planned = { cameraId, userId: objects.own.user, firstDay: '2030-01-07', untilDay: '2030-02-01' }
  const { body } = await service.call(admin.token, 'booking.create', {
    body: { ...planned, startMinute: 600, repeat: 'daily', purpose: 'A walk' },
  })
  const { body: days } = await service.call(admin.token, 'booking.search', {
    body: { fromDay: '2030-01-07', toDay: '2030-01-07' },
  })
  Object.assign(objects.own, { booking: body.id, occurrence: days.records[0]!.id })
})
afterAll(() => service.stop())

const tokenFor = ({ access }: Endpoint) =>
  access === 'signed-in' || access.includes('ADMIN') ? token.ADMIN : token.SUPER_ADMIN
type Sent = { params?: object; query?: object; body?: object }
const requestOf = (key: string): Sent => {
  const naming = OBJECT_OF[key]
  return naming ? naming.request(world.objects.own[naming.of]) : {}
}
async function answered(entry: Endpoint, sent: Sent) {
  const { status, text } = await send(service.app.http, entry, tokenFor(entry), sent)
  return { status, body: JSON.parse(text) }
}

/** The object of a change, with the path by which it is put back. */
async function readObject(key: string, entry: Endpoint) {
  const [from, source] = sourceOf(entry)!
  const { status, body } = await answered(source, requestOf(from))
  expect([from, status, status === 200 ? '' : body]).toEqual([from, 200, ''])
  const isList = source.method !== 'GET' || elementOf(source) !== undefined
  const object = isList ? body.records[0] : body
  const { params, query } = requestOf(key)
  return { object, path: isList ? { params: { id: object.id }, query } : { params, query } }
}

/** Without what says who changed it last. */
const MARKS = /^(version|revision|lastEdited(By|At)|edited(By|ByName|At)|editCount|isOwn)$/
const idle = (object: unknown) =>
  JSON.parse(JSON.stringify(object, (key, value: unknown) => (MARKS.test(key) ? undefined : value)))

test('HAND-01 every change of an object has a call that answers it', () => {
  expect(CHANGES.filter(([, entry]) => !sourceOf(entry)).map(([key]) => key)).toEqual([])
  expect(Object.keys(ACTIONS).filter((key) => !TABLE.some(([known]) => known === key))).toEqual([])
})

describe.each(CHANGES)('%s', (key, entry) => {
  test('HAND-01 takes its object as it was answered, and nothing changes', async () => {
    const { object, path } = await readObject(key, entry)
    const put = await answered(entry, { ...path, body: object })
    expect([put.status, put.status === 200 ? '' : put.body]).toEqual([200, ''])
    expect(idle((await readObject(key, entry)).object)).toEqual(idle(object))
  })

  test('refuses a field that neither the change nor the object has', async () => {
    const { object, path } = await readObject(key, entry)
    const { status, body } = await answered(entry, { ...path, body: { ...object, surprise: 1 } })
    expect([status, body.fields]).toEqual([400, { surprise: 'unknown-field' }])
  })
})

test('fields of the answer alone are left out at any depth, and no other', () => {
  const stay = z.object({ room: z.string(), since: z.string() })
  const answer = z.object({ id: z.string(), name: z.string(), stays: z.array(stay), at: z.string() })
  const body = z.strictObject({
    name: z.string().optional(),
    stays: z.array(z.strictObject({ room: z.string() })).nullable(),
  })
  const entry = { body, changesObject: answer } as unknown as Endpoint
  const word = fc.string({ maxLength: 5 })
  const others = fc.dictionary(fc.constantFrom('other', 'x', '__proto'), word)
  const objects = fc.record({ id: word, name: word, at: word, stays: fc.array(fc.record({ room: word, since: word })) })
  fc.assert(
    fc.property(objects, others, ({ id, at, ...own }, unknown) => {
      const stays = own.stays.map(({ room }) => ({ room }))
      expect(withoutAnswered(entry, { id, at, ...own, ...unknown })).toEqual({ ...own, stays, ...unknown })
    }),
  )
})
