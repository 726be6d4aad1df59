import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import type { LiveRendition } from '@mimamori/contract/footage/live.ts'
import { liveHeader, readLiveHeader } from '@mimamori/contract/footage/live-header.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from '#platform/clock.ts'
import { VIEWER_BACKLOG_BYTES } from './live.channel.ts'
import { createLiveRelay, type LiveHub, type LiveRelay, type LiveViewer } from './live.relay.ts'

const CAMERA = '0190c0de-0000-7000-8000-000000000001'
const OTHER_CAMERA = '0190c0de-0000-7000-8000-000000000002'
const HUB = '0190c0de-0000-7000-8000-0000000000aa'

/** A clock whose timers fire when the test moves it. */
function handClock() {
  let nowMs = Date.parse('2026-11-20T01:00:00Z')
  let waiting: { atMs: number; work: () => void }[] = []
  const clock: Clock = {
    monotonicMs: () => 0,
    now: () => new Date(nowMs),
    after(delayMs, work) {
      const timer = { atMs: nowMs + delayMs, work }
      waiting.push(timer)
      return () => {
        waiting = waiting.filter((each) => each !== timer)
      }
    },
  }
  return {
    clock,
    pass(ms: number) {
      nowMs += ms
      const due = waiting.filter((each) => each.atMs <= nowMs)
      waiting = waiting.filter((each) => each.atMs > nowMs)
      for (const { work } of due) work()
    },
  }
}

class FakeViewer implements LiveViewer {
  texts: { type: string; key?: string }[] = []
  /** `I` init segment, `K` key frame, `f` other frame, each followed by its last byte. */
  frames: string[] = []
  streams = new Set<number>()
  bufferedAmount = 0
  closedBecause: string | null = null
  send(data: string | Uint8Array) {
    if (typeof data === 'string') {
      this.texts.push(JSON.parse(data))
      return
    }
    const header = readLiveHeader(data)!
    this.streams.add(header.stream)
    this.frames.push(`${header.isInit ? 'I' : header.isKey ? 'K' : 'f'}${data.at(-1)}`)
  }
  close(_code: number, reason: string) {
    this.closedBecause = reason
  }
}

function fakeHub(hubId = HUB): LiveHub & { orders: string[] } {
  const orders: string[] = []
  const send = (order: HubOrder) => void orders.push(order.type)
  return { hubId, send, orders }
}

function message(kind: 'I' | 'K' | 'f', mark: number, stream = 1): Uint8Array {
  const header = liveHeader({ isInit: kind === 'I', isKey: kind === 'K', stream, capturedAtMs: 1 })
  return Uint8Array.from([...header, mark])
}

const image = { codec: 'avc1.640028', width: 1280, height: 720 }
const init = (stream = 1, cameraId = CAMERA, rendition: LiveRendition = 'clear') => ({
  type: 'live-init' as const,
  cameraId,
  rendition,
  stream,
  ...image,
})

let time: ReturnType<typeof handClock>
let relay: LiveRelay
let hub: ReturnType<typeof fakeHub>
beforeEach(() => {
  time = handClock()
  relay = createLiveRelay(time.clock)
  hub = fakeHub()
  relay.hubConnected(hub)
})

function watch(viewer = new FakeViewer(), cameraId = CAMERA, rendition: LiveRendition = 'clear') {
  return { viewer, leave: relay.watch({ cameraId, hubId: HUB, rendition }, viewer) }
}
function play(...messages: Uint8Array[]) {
  for (const each of messages) relay.received(hub, each)
}

describe('live relay', () => {
  test('LIVE-01 the first viewer waits, the hub is asked, and the stream starts at its key frame', () => {
    const { viewer } = watch()
    expect(hub.orders).toEqual(['live-start'])
    expect(viewer.texts).toEqual([{ type: 'waiting' }])

    relay.noticed(hub, init())
    play(message('I', 0), message('f', 9), message('K', 1), message('f', 2))

    expect(viewer.texts[1]).toEqual({ type: 'init', ...image })
    expect(viewer.frames).toEqual(['I0', 'K1', 'f2'])
  })

  test('LIVE-01 a second viewer gets init segment and current group of images at once, without an order', () => {
    watch()
    relay.noticed(hub, init())
    play(message('I', 0), message('K', 1), message('f', 2), message('K', 3), message('f', 4))

    const { viewer } = watch()
    play(message('f', 5))

    expect(viewer.texts).toEqual([{ type: 'init', ...image }])
    expect(viewer.frames).toEqual(['I0', 'K3', 'f4', 'f5'])
    expect(hub.orders).toEqual(['live-start'])
  })

  test('viewers see stream number 0 whatever number the hub gave the camera', () => {
    const { viewer } = watch()
    relay.noticed(hub, init(7))
    play(message('I', 0, 7), message('K', 1, 7))
    expect([...viewer.streams]).toEqual([0])
  })

  test('a viewer with over 1 MB waiting gets nothing until it catches up, then from a key frame on', () => {
    const { viewer } = watch()
    const { viewer: quick } = watch()
    relay.noticed(hub, init())
    play(message('I', 0), message('K', 1))

    viewer.bufferedAmount = VIEWER_BACKLOG_BYTES + 1
    play(message('f', 2), message('K', 3))
    viewer.bufferedAmount = 0
    play(message('f', 4), message('K', 5), message('f', 6))

    expect(viewer.frames).toEqual(['I0', 'K1', 'K5', 'f6'])
    expect(quick.frames).toEqual(['I0', 'K1', 'f2', 'K3', 'f4', 'K5', 'f6'])
  })

  test('the hub is stopped 5 s after the last viewer left, unless one returned before', () => {
    const first = watch()
    relay.noticed(hub, init())
    play(message('I', 0), message('K', 1))
    first.leave()
    time.pass(4_000)
    const second = watch()
    time.pass(60_000)
    expect(hub.orders).toEqual(['live-start'])
    expect(second.viewer.frames).toEqual(['I0', 'K1'])

    second.leave()
    time.pass(5_000)
    expect(hub.orders).toEqual(['live-start', 'live-stop'])
  })

  test('LIVE-02 a returning hub is asked again, and its stream reaches the waiting viewers', () => {
    const { viewer } = watch()
    relay.noticed(hub, init())
    play(message('I', 0), message('K', 1))
    relay.hubLost(hub)
    expect(viewer.texts.at(-1)).toEqual({ type: 'waiting' })
    time.pass(9_000)

    const again = fakeHub()
    relay.hubConnected(again)
    relay.noticed(again, init(1))
    relay.received(again, message('I', 2))
    relay.received(again, message('K', 3))
    time.pass(60_000)

    expect(again.orders).toEqual(['live-start'])
    expect(viewer.frames).toEqual(['I0', 'K1', 'I2', 'K3'])
    expect(viewer.closedBecause).toBeNull()
  })

  test('a hub that stays away for 10 s ends the image with its reason', () => {
    const { viewer } = watch()
    relay.hubLost(hub)
    time.pass(10_000)
    expect(viewer.texts.at(-1)).toEqual({ type: 'ended', key: 'hub-offline' })
    expect(viewer.closedBecause).toBe('hub-offline')
  })

  test('a camera without an image for 10 s, or that the hub gave up, ends with camera-unreachable', () => {
    const silent = watch()
    time.pass(10_000)
    expect(silent.viewer.closedBecause).toBe('camera-unreachable')

    const dead = watch()
    relay.noticed(hub, { type: 'live-ended', cameraId: CAMERA })
    expect(dead.viewer.closedBecause).toBe('camera-unreachable')
    expect(hub.orders).toEqual(['live-start', 'live-stop', 'live-start', 'live-stop'])
  })

  test('the newest socket of a hub wins: data on the old one is ignored', () => {
    const { viewer } = watch()
    const newer = fakeHub()
    relay.hubConnected(newer)
    relay.noticed(hub, init())
    play(message('I', 0), message('K', 1))
    relay.hubLost(hub)
    expect(viewer.frames).toEqual([])

    relay.noticed(newer, init())
    relay.received(newer, message('I', 5))
    expect(viewer.frames).toEqual(['I5'])
  })

  test('a hub cannot speak for a camera of another hub, nor with a number that it did not announce', () => {
    const { viewer } = watch()
    const foreign = fakeHub('0190c0de-0000-7000-8000-0000000000bb')
    relay.hubConnected(foreign)
    relay.noticed(foreign, init())
    relay.received(foreign, message('I', 0))
    relay.noticed(hub, init(1, OTHER_CAMERA))
    play(message('I', 0), message('K', 1))
    expect(viewer.frames).toEqual([])
  })

  test('junk on the socket changes nothing', () => {
    const { viewer } = watch()
    relay.noticed(hub, init())
    play(new Uint8Array(3), new Uint8Array(16), message('I', 0), message('K', 1).subarray(0, 16))
    expect(viewer.frames).toEqual(['I0'])
  })

  test('CAM-09 renditions are requested and stored apart: a viewer of blur never gets a clear image', () => {
    const { viewer: clear } = watch()
    const { viewer: blurred, leave } = watch(new FakeViewer(), CAMERA, 'blurred')
    relay.noticed(hub, init(1))
    play(message('I', 0), message('K', 1))
    expect([clear.frames, blurred.frames]).toEqual([['I0', 'K1'], []])

    relay.noticed(hub, init(2, CAMERA, 'blurred'))
    play(message('I', 5, 2), message('K', 6, 2), message('f', 2))
    expect([clear.frames, blurred.frames]).toEqual([
      ['I0', 'K1', 'f2'],
      ['I5', 'K6'],
    ])

    leave()
    time.pass(5_000)
    play(message('f', 3))
    expect(hub.orders).toEqual(['live-start', 'live-start', 'live-stop'])
    expect(clear.frames.at(-1)).toBe('f3')
  })

  test('CAM-09 a hub that knows one rendition only leaves those waiting who may see the other', () => {
    const { viewer } = watch(new FakeViewer(), CAMERA, 'blurred')
    relay.noticed(hub, init())
    play(message('I', 0), message('K', 1))
    time.pass(10_000)
    expect([viewer.frames, viewer.closedBecause]).toEqual([[], 'camera-unreachable'])
  })

  test('CAM-09 a camera that ends, ends in every rendition', () => {
    const viewers = [watch().viewer, watch(new FakeViewer(), CAMERA, 'blurred').viewer]
    relay.noticed(hub, { type: 'live-ended', cameraId: CAMERA })
    expect(viewers.map((viewer) => viewer.closedBecause)).toEqual(['camera-unreachable', 'camera-unreachable'])
  })
})
