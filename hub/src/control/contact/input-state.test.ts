/** When a digital input raises an alert. REACH-63. */
import { beforeEach, expect, test } from 'vitest'
import { type ManualClock, manualClock } from '#platform/testing/hub-parts.ts'
import type { InputReport } from './input-events.ts'
import { InputState } from './input-state.ts'

let clock: ManualClock
let raised: number
let state: InputState
beforeEach(() => {
  clock = manualClock()
  raised = 0
  state = new InputState(clock, () => raised++)
})

const OPEN = { token: '', isNormallyClosed: false }
const take = (isOn: boolean, operation: InputReport['operation'] = 'changed', token = '1', input = OPEN) =>
  state.take({ token, isOn, operation }, input)

test('REACH-63 an input raises once while it is active, and again after it was released', async () => {
  take(true)
  await clock.advance(60_000)
  take(true)
  expect(raised).toBe(1)
  take(false)
  await clock.advance(300)
  take(true)
  expect(raised).toBe(2)
})

test('REACH-63 a contact that bounces within 300 ms raises once', async () => {
  take(true)
  for (let bounces = 0; bounces < 20; bounces++) {
    await clock.advance(299)
    take(false)
    await clock.advance(299)
    take(true)
  }
  expect(raised).toBe(1)
})

test('REACH-63 a short press is not lost, and a contact that flutters raises once within 3 s', async () => {
  for (let presses = 0; presses < 10; presses++) {
    take(true)
    take(false)
    await clock.advance(400)
  }
  expect(raised).toBe(2)
})

test('REACH-63 the state at the beginning raises only if it is active and was not known as active', async () => {
  take(false, 'initialized')
  take(false, 'initialized', '2')
  expect(raised).toBe(0)
  take(true)
  await clock.advance(5_000)
  state.subscribed()
  take(true, 'initialized')
  expect(raised).toBe(1)
  take(true, 'initialized', '2')
  expect(raised).toBe(2)
})

test('REACH-63 a change after a new subscription raises, since the release was missed', async () => {
  take(true)
  await clock.advance(5_000)
  state.subscribed()
  take(true, 'changed')
  await clock.advance(5_000)
  take(true, 'changed')
  expect(raised).toBe(2)
})

test('REACH-63 inputs of one camera raise each for itself, and endless tokens are left out', () => {
  take(true, 'changed', '1')
  take(true, 'changed', '2')
  expect(raised).toBe(2)
  for (let token = 0; token < 200; token++) take(true, 'changed', `x${token}`)
  expect(raised).toBe(64)
})
