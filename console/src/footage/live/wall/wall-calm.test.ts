import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { describe, expect, test } from 'vitest'
import { calmRooms } from './wall-calm.ts'

const alarm = (cameraId: string, occurredAt: string) => ({ cameraId, occurredAt }) as Alert
const fall = alarm('room-1', '2026-11-20T01:00:00.000Z')
const at = (state: 'in-bed' | 'with-staff' | 'up' | 'away' | 'on-floor' | 'unknown', since: string) => ({
  'room-1': { state, since },
})
const LATER = '2026-11-20T01:02:00.000Z'

describe('the frame of a wall becomes quiet', () => {
  test('ALARM-05 when the resident lies in bed again, or a colleague came, after the alarm', () => {
    expect(calmRooms([fall], at('in-bed', LATER)).get('room-1')).toBe('in-bed')
    expect(calmRooms([fall], at('with-staff', LATER)).get('room-1')).toBe('with-staff')
  })

  test('but not for a resident that is up, away, on the floor or not seen', () => {
    for (const state of ['up', 'away', 'on-floor', 'unknown'] as const) {
      expect(calmRooms([fall], at(state, LATER)).size).toBe(0)
    }
  })

  test('but not by what began before the newest alarm of the room', () => {
    expect(calmRooms([fall], at('in-bed', '2026-11-20T00:59:59.000Z')).size).toBe(0)
    const again = alarm('room-1', '2026-11-20T01:03:00.000Z')
    expect(calmRooms([again, fall], at('in-bed', LATER)).size).toBe(0)
  })
})
