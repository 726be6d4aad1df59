/** The digital input of a camera over ONVIF: a device on loopback, which also lies. REACH-63. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { DigestGuard } from '#platform/testing/digest-guard.ts'
import { CAMERA_ID } from '#platform/testing/hub-parts.ts'
import { LOOPBACK, wantedCamera } from '#testing/wanted-camera.ts'
import { LOGIN, OnvifDevice } from '../rpc/testing/onvif-device.ts'
import { PullPoint } from '../rpc/testing/pull-point.ts'
import { InputWatch } from './input-watch.ts'

let device: OnvifDevice
let events: PullPoint
let watch: InputWatch
let raised: { alertId: string; cameraId: string }[]
let reasons: unknown[]
/** Time that passed without waiting, ms. */
let aheadMs: number

beforeEach(async () => {
  device = await new OnvifDevice().start()
  events = new PullPoint().add('AlarmIn_1').add('AlarmIn_2')
  device.events = events
  raised = []
  reasons = []
  aheadMs = 0
  const real = createClock()
  watch = new InputWatch({
    clock: { ...real, now: real.now, monotonicMs: () => real.monotonicMs() + aheadMs },
    log: (_, __, facts) => reasons.push(facts?.reason),
    networks: () => LOOPBACK,
    environment: process.env,
    raise: (event) => raised.push(event),
  })
})
afterEach(async () => {
  await watch.stop()
  await device.stop()
})

function configure(changes: Partial<DesiredCamera> = {}): void {
  const extraConfig = JSON.stringify({ onvifPort: device.httpPort })
  const input = { token: '1', isNormallyClosed: false }
  watch.configure([wantedCamera(CAMERA_ID, 'rtsp://127.0.0.1/stream', { ...LOGIN, extraConfig, input, ...changes })])
}
const until = (condition: () => void) => vi.waitFor(condition, { timeout: 20_000, interval: 20 })
const untilSubscribed = (count = 1) => until(() => expect(events.subscriptions).toBeGreaterThanOrEqual(count))
const untilRaised = (count: number) => until(() => expect(raised).toHaveLength(count))
const isLost = () => {
  aheadMs += 121_000
  return watch.isLost(CAMERA_ID)
}

describe('REACH-63 the digital input of a camera', { timeout: 60_000 }, () => {
  test('REACH-63 its change to active raises once, although the camera sends it twice', async () => {
    events.copies = 2
    configure()
    await untilSubscribed()
    events.set('AlarmIn_2', true)
    events.set('AlarmIn_1', true)
    await untilRaised(1)
    expect(raised).toEqual([expect.objectContaining({ type: 'input-raised', cameraId: CAMERA_ID })])
  })

  test('REACH-63 a contact that rests closed raises when it opens', async () => {
    events.inputs.get('AlarmIn_1')!.isOn = true
    configure({ input: { token: 'AlarmIn_1', isNormallyClosed: true } })
    await untilSubscribed()
    events.set('AlarmIn_1', false)
    await untilRaised(1)
  })

  test('REACH-63 a lost subscription is made again, and what happened meanwhile raises', async () => {
    configure()
    await untilSubscribed()
    events.lose()
    events.inputs.get('AlarmIn_1')!.isOn = true
    await untilSubscribed(2)
    await untilRaised(1)
    events.lose()
    await untilSubscribed(3)
    events.set('AlarmIn_2', true)
    await until(() => expect(reasons.length).toBeGreaterThanOrEqual(2))
    expect(raised).toHaveLength(1)
  })

  test('REACH-63 a camera that answers late, or with times that cannot be read, is received', async () => {
    events.holdMs = 4_500
    events.hasOddTimes = true
    events.isQuiet = true
    configure()
    await untilSubscribed()
    await until(() => expect(events.pulls).toBeGreaterThanOrEqual(2))
    events.set('AlarmIn_1', true)
    await untilRaised(1)
    expect([events.subscriptions, reasons]).toEqual([1, []])
  })

  test('REACH-63 a subscription is renewed before it ends, or made again if the camera refuses', async () => {
    events.lifeMs = 2_000
    configure()
    await until(() => expect(events.renewals).toBeGreaterThanOrEqual(3))
    events.set('AlarmIn_1', true)
    await untilRaised(1)
    expect([events.subscriptions, reasons]).toEqual([1, []])
    events.isUnrenewable = true
    await untilSubscribed(2)
  })

  test('REACH-63 unsubscribes when it stops, and with other settings', async () => {
    const untilPulled = () => {
      const before = events.pulls
      return until(() => expect(events.pulls).toBeGreaterThan(before))
    }
    configure()
    await untilPulled()
    configure({ vendor: 'AXIS' })
    await until(() => expect(events.unsubscribed).toBe(1))
    await untilPulled()
    await watch.stop()
    expect(events.unsubscribed).toBe(2)
  })

  test('REACH-63 a camera that wants digest authentication gets it', async () => {
    device.guard = new DigestGuard(LOGIN, 'IP Camera')
    configure()
    await untilSubscribed()
    events.set('AlarmIn_1', true)
    await untilRaised(1)
  })

  test('REACH-63 a wrong password and wrong XML are tried again, and are a loss after two minutes', async () => {
    configure({ password: 'wrong' })
    await until(() => expect(reasons).toContain('login-wrong'))
    expect(isLost()).toBe(true)
    events.isWrong = true
    configure()
    await until(() => expect(reasons).toContain('answer-unreadable'))
    device.error = 'junk'
    reasons.length = 0
    await until(() => expect(reasons).toContain('answer-unreadable'))
    expect(watch.isLost(CAMERA_ID)).toBe(true)
    device.error = null
    events.isWrong = false
    await until(() => expect(watch.isLost(CAMERA_ID)).toBe(false))
    events.set('AlarmIn_1', true)
    await untilRaised(1)
  })

  test('REACH-63 a camera outside of the networks, or without an input, is not asked', async () => {
    configure({ streamUrl: 'rtsp://8.8.8.8/stream' })
    await until(() => expect(reasons).toHaveLength(1))
    configure({ input: null })
    expect([isLost(), events.subscriptions]).toEqual([false, 0])
    configure({ isEnabled: false })
    expect(isLost()).toBe(false)
  })

  test('REACH-63 a new password keeps the state of the input, another input does not', async () => {
    configure()
    await untilSubscribed()
    events.set('AlarmIn_1', true)
    await untilRaised(1)
    aheadMs += 3_000
    configure({ vendor: 'AXIS' })
    await untilSubscribed(2)
    configure({ input: { token: 'AlarmIn_1', isNormallyClosed: false } })
    await untilSubscribed(3)
    await untilRaised(2)
  })
})
