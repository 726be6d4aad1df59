import { expect, test } from 'vitest'
import { TestClock } from '#testing/clock.ts'
import { createScreenDelay } from './stream.delay.ts'
import { createFanout } from './stream.fanout.ts'

test('OPS-07 an alert written to an open console counts from the moment at which its hub raised it', async () => {
  const clock = new TestClock()
  const delay = createScreenDelay(clock)
  let publish: (event: never) => void = () => {}
  const bus = {
    subscribe(_ids: string[], listener: typeof publish) {
      publish = listener
      return () => {}
    },
  }
  const fanout = createFanout(bus as never, delay.written)
  const scope = { userId: 'u', role: 'USER', tenantIds: ['t'], unitIds: ['unit'], isImpersonating: false } as const
  fanout.add({ write: () => {}, queuedBytes: 0, drop: () => {} }, scope)
  const atMs = clock.now().getTime() - 1_500
  const digits = atMs.toString(16).padStart(12, '0')
  const alertId = `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
  publish({ type: 'alert-raised', alertId, unitId: 'unit' } as never)
  publish({ type: 'alert-raised', alertId, unitId: 'another' } as never)
  publish({ type: 'alert-changed', alertIds: [alertId], unitId: 'unit' } as never)
  expect(await delay.sign.figures()).toEqual(
    expect.arrayContaining([
      ...['mimamori_alert_to_screen_seconds_bucket{le="1"} 0', 'mimamori_alert_to_screen_seconds_bucket{le="2"} 1'],
      ...['mimamori_alert_to_screen_seconds_count 1', 'mimamori_alert_to_screen_seconds_sum 1.5'],
    ]),
  )
})
