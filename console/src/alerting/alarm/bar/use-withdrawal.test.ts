import type { OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import { expect, test } from 'vitest'
import { isAnswered } from './use-withdrawal.ts'

const ALERT = '019a9b00-0000-7000-8000-000000000001'
const NOW_MS = 1_000_000
const asks = { tag: `raised:${ALERT}`, actions: [{ action: 'claim' }], timestamp: NOW_MS - 60_000 }
const alarm = (state: string) => ({ alertId: ALERT, alarm: { state } }) as OpenAlarm

test('ALARM-04 a notification goes when its alarm is answered, and no other', () => {
  expect(isAnswered(asks, [alarm('open')], NOW_MS)).toBe(false)
  expect(isAnswered(asks, [alarm('claimed')], NOW_MS)).toBe(true)
  expect(isAnswered(asks, [], NOW_MS)).toBe(true)
  expect(isAnswered({ ...asks, timestamp: NOW_MS - 1_000 }, [], NOW_MS)).toBe(false)
  expect(isAnswered({ ...asks, actions: [] }, [], NOW_MS)).toBe(false)
  expect(isAnswered({ ...asks, tag: `claim:${ALERT}` }, [alarm('claimed')], NOW_MS)).toBe(false)
})
