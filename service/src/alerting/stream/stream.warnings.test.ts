/** A full disk and waiting e-mail: shown in the open consoles of those who administer while they last. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type DiskRoom, MIB } from '#platform/disk.ts'
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

test('R12 administrators’ consoles show e-mail that waits for two minutes, until it leaves', async () => {
  const [admin, nurse] = await Promise.all((['ADMIN', 'USER'] as const).map((role) => service.user({ role })))
  const streams = [await openStream(address, admin!), await openStream(address, nurse!)] as const
  const waits = (stream: Awaited<ReturnType<typeof openStream>>) =>
    stream.events().flatMap((event) => (event.type === 'mail-changed' ? [event.isWaiting] : []))
  const { id } = await service.tenant()
  const at = service.clock.now().toISOString()
  await service.sql`insert into mail_message (tenant_id, template, locale, recipient, subject, state, next_at, created_at, changed_at)
    values (${id}, 'alert', 'en', 'a@b.example', 'Fall', 'sending', ${at}, ${at}, ${at})`
  await service.app.mailWatch.look()
  expect(waits(streams[0])).toEqual([])
  service.clock.advance(2 * 60_000)
  await service.app.mailWatch.look()
  await vi.waitFor(() => expect(waits(streams[0]).at(-1)).toBe(true))
  await service.sql`delete from mail_message`
  await service.app.mailWatch.look()
  await vi.waitFor(() => expect(waits(streams[0]).at(-1)).toBe(false))
  expect(waits(streams[1])).toEqual([])
  for (const stream of streams) stream.end()
})
