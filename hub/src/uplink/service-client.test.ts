import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FAKE_KEY, FakeService } from '#platform/testing/fake-service.ts'
import { CAMERA_ID, manualClock, temporaryFolder, until } from '#platform/testing/hub-parts.ts'
import { FrameSender } from './frame-sender.ts'
import { type Connection, ServiceClient } from './service-client.ts'

let service: FakeService
const clock = manualClock()

beforeEach(async () => {
  service = await new FakeService().start()
  service.nowMs = () => clock.now()
})
afterEach(() => service.stop())

function makeClient(address = service.address, key = FAKE_KEY) {
  const turns: Connection[] = []
  const onConnection = (now: Connection) => turns.push(now)
  const client = new ServiceClient({
    service: address,
    key,
    version: '0',
    hostname: 'h',
    instance: 'i',
    clock,
    onConnection,
  })
  return { client, turns }
}

describe('the hub’s calls', () => {
  test('many calls at once share one session, which is renewed before its end', async () => {
    const { client } = makeClient()
    await Promise.all([1, 2, 3].map(() => client.call('hub.desired', {})))
    expect(service.sessions).toBe(1)
    await clock.advance(13 * 60_000)
    await client.call('hub.desired', {})
    expect(service.sessions).toBe(1)
    await clock.advance(70_000)
    await client.call('hub.desired', {})
    expect(service.sessions).toBe(2)
  })

  test('a token that the service does not know any more is renewed and the call made again', async () => {
    const { client, turns } = makeClient()
    await client.call('hub.desired', {})
    service.forgetTokens()
    await client.put(
      'hub.putMedia',
      { params: { id: CAMERA_ID }, query: { cameraId: CAMERA_ID, contentType: 'video/mp4' } },
      { bytes: Buffer.from('clip') },
    )

    expect(service.sessions).toBe(2)
    expect(String(service.uploads.get(CAMERA_ID))).toBe('clip')
    expect(turns).toEqual([{ state: 'connected' }])
  })

  test.skipIf(process.platform !== 'linux')('a hundred failed uploads leave no file open', async () => {
    const { client } = makeClient()
    await client.call('hub.desired', {})
    const folder = temporaryFolder()
    const path = join(folder.path, 'clip.mp4')
    writeFileSync(path, Buffer.alloc(300_000))
    const opened = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === path
        } catch {
          return false
        }
      }).length
    await service.stop()
    const request = { params: { id: CAMERA_ID }, query: { cameraId: CAMERA_ID, contentType: 'video/mp4' as const } }
    for (let tries = 0; tries < 100; tries++) {
      await expect(client.put('hub.putMedia', request, { path })).rejects.toMatchObject({ status: 0 })
    }
    expect(opened()).toBe(0)
    folder.remove()
  })

  test('a refused key is reported once and presented again only after half a minute', async () => {
    const { client, turns } = makeClient()
    service.isKeyGood = false
    const asked: string[] = []
    service.errorOf = (path) => {
      asked.push(path)
      return null
    }
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(client.call('hub.desired', {})).rejects.toMatchObject({ body: { key: 'hub-key-refused' } })
    }
    expect(asked).toEqual(['hub/session'])
    expect(turns).toEqual([{ state: 'key-refused' }])

    service.isKeyGood = true
    // A time that was set back makes the pause no longer.
    clock.correct(clock.now() - 3_600_000, clock.now())
    await clock.advance(31_000)
    await client.call('hub.desired', {})
    expect(turns.at(-1)).toEqual({ state: 'connected' })
  })

  test('an unreachable service, and one that is not Mimamori, are reported in words', async () => {
    const other = createServer((_, answer) => void answer.end('<html>It works!</html>'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const stranger = makeClient(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)
    const gone = await new FakeService().start()
    await gone.stop()
    const nobody = makeClient(gone.address)
    await expect(stranger.client.call('hub.desired', {})).rejects.toMatchObject({ status: 0 })
    await expect(nobody.client.call('hub.desired', {})).rejects.toMatchObject({ status: 0 })
    other.close()

    expect(stranger.turns).toEqual([{ state: 'unreachable', reason: 'its answer is not one of Mimamori' }])
    expect(nobody.turns).toEqual([{ state: 'unreachable', reason: expect.stringContaining('ECONNREFUSED') }])
  })

  test('a proxy that lost the service is named, and the next answer connects the hub again', async () => {
    const { client, turns } = makeClient()
    await client.call('hub.desired', {})
    service.errorOf = () => ({ status: 502, isProxy: true })
    await expect(client.call('hub.desired', {})).rejects.toMatchObject({ status: 502 })
    service.errorOf = () => null
    await client.call('hub.desired', {})
    const reason = 'Something in front of the service answered 502.'
    expect(turns).toEqual([{ state: 'connected' }, { state: 'unreachable', reason }, { state: 'connected' }])
  })

  test('the service’s clock becomes the hub’s when they differ', async () => {
    const wrong = manualClock(Date.UTC(2020, 0, 1))
    const client = new ServiceClient({
      service: service.address,
      key: FAKE_KEY,
      version: '0',
      hostname: 'h',
      instance: 'i',
      clock: wrong,
    })
    await client.token()

    expect(wrong.now()).toBe(clock.now())
  })

  test('only a camera’s newest frame follows the one on its way, and none without a connection', async () => {
    const { client } = makeClient()
    const frames = new FrameSender(client)
    const offer = (second: number) =>
      frames.offer(CAMERA_ID, { capturedAtMs: Date.UTC(2026, 10, 20, 1, 0, second), jpeg: Buffer.alloc(10 + second) })
    offer(0)
    await client.token()
    for (const second of [1, 2, 3]) offer(second)
    await until(() => service.frames.length === 2)

    expect(service.frames.map(({ takenAt }) => takenAt)).toEqual([
      '2026-11-20T01:00:01.000Z',
      '2026-11-20T01:00:03.000Z',
    ])
  })
})
