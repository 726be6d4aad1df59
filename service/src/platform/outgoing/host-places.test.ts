import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHostPlaces, type HostPlaces } from './host-places.ts'

const HOST = 'push.example:443'
let places: HostPlaces
beforeEach(() => {
  vi.useFakeTimers()
  places = createHostPlaces()
})
afterEach(() => void vi.useRealTimers())

const enter = (tenantId: string, host = HOST) => places.enter({ host, tenantId })
const isWaiting = async (entering: Promise<unknown>) =>
  (await Promise.race([entering, Promise.resolve('waiting')])) === 'waiting'

test('a host that timed out gets one call of a tenant at a time; others leave after 1 s', async () => {
  const leave = await enter('a')
  leave!(true)
  const probe = await enter('a')
  const second = enter('a')
  await vi.advanceTimersByTimeAsync(999)
  expect(await isWaiting(second)).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect([typeof probe, await second]).toEqual(['function', null])
})

test('an answer lets everybody in who waits', async () => {
  ;(await enter('a'))!(true)
  const probe = await enter('a')
  const others = [enter('a'), enter('a')]
  probe!(false)
  expect((await Promise.all(others)).every((leave) => leave !== null)).toBe(true)
})

test('a host that is failing for one tenant is called for another at once', async () => {
  for (let n = 0; n < 3; n++) (await enter('a'))!(true)
  await enter('a')
  expect(await enter('b')).not.toBeNull()
})

test('a full host lets a tenant without a call in at once, then the one with the fewest', async () => {
  const leaves = await Promise.all(Array.from({ length: 48 }, () => enter('a')))
  expect(await enter('a', 'other.example:443')).not.toBeNull()
  expect(await enter('b')).not.toBeNull()
  const order: string[] = []
  for (const tenantId of ['a', 'a', 'b']) void enter(tenantId).then(() => order.push(tenantId))
  for (const leave of leaves.slice(0, 2)) leave!(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(order).toEqual(['b'])
})

test('a caller who leaves gives its turn away', async () => {
  ;(await enter('a'))!(true)
  const probe = await enter('a')
  const leaving = new AbortController()
  const second = places.enter({ host: HOST, tenantId: 'a' }, leaving.signal)
  leaving.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  probe!(false)
  expect(await enter('a')).not.toBeNull()
})
