/** A full disk of the service: said to the open consoles of those who administer, until there is room. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type DiskRoom, MIB } from '#platform/files/disk.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { STREAM_HEARTBEAT_MS } from './stream.routes.ts'
import { openStream } from './testing.ts'

const room: DiskRoom = { freeBytes: 900 * MIB, totalBytes: 10_000 * MIB }
let service: TestService
let address: string
beforeAll(async () => {
  service = await startService({ readDisk: async () => ({ ...room }) })
  address = await service.listen()
})
afterAll(() => service.stop())

const said = ({ events }: Awaited<ReturnType<typeof openStream>>) =>
  events().flatMap((event) => (event.type === 'disk-changed' ? [event.isFull] : []))
/** As an upload does. */
const look = (freeMib: number) => {
  room.freeBytes = freeMib * MIB
  return service.platform.disk.requireRoom().catch(() => {})
}

test('R12 administrators’ consoles show a full disk at once, again while it lasts, and clear it', async () => {
  const users = await Promise.all((['ADMIN', 'SUPER_ADMIN', 'USER'] as const).map((role) => service.user({ role })))
  const open = (user: TestUser | undefined) => openStream(address, user!)
  const [admin, operator, nurse] = [await open(users[0]), await open(users[1]), await open(users[2])]
  await look(100)
  await vi.waitFor(() => expect([said(admin), said(operator)]).toEqual([[true], [true]]))
  const later = await open(users[0])
  await vi.waitFor(() => expect(said(later)).toEqual([true]))
  service.clock.advance(STREAM_HEARTBEAT_MS)
  await vi.waitFor(() => expect(said(admin)).toEqual([true, true]))
  await look(900)
  await vi.waitFor(() => expect([said(admin).at(-1), said(later).at(-1)]).toEqual([false, false]))
  service.clock.advance(STREAM_HEARTBEAT_MS)
  await vi.waitFor(() => expect(nurse.text().match(/still here/g)).toHaveLength(2))
  expect([said(nurse), said(admin)]).toEqual([[], [true, true, false]])
  for (const stream of [admin, operator, nurse, later]) stream.end()
})
