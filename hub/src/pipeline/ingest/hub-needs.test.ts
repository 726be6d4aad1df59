import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { describe, expect, test } from 'vitest'
import type { PauseMessage, RecordingMessage } from '../worker-message.ts'
import { HubNeeds } from './hub-needs.ts'

const HEARTBEAT_MS = 2_000
const run = { type: 'run' } as RecordingMessage
const pause = (cause: PauseMessage['cause']): RecordingMessage => ({ type: 'pause', cameraId: 'one', cause })

function begun() {
  const time = { nowMs: 0, uptimeMs: 0 }
  const needs = new HubNeeds({ nowMs: () => time.nowMs, uptimeMs: () => time.uptimeMs })
  /** In steps, as heartbeats come. */
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += HEARTBEAT_MS) {
      time.nowMs += HEARTBEAT_MS
      time.uptimeMs += HEARTBEAT_MS
      needs.check()
    }
  }
  return { needs, time, pass }
}

describe('CAM-15 what the hub lacks for a camera', () => {
  test.each(['disk-full', 'disk-slow', 'disk-failed'] as const)('%s is said while nothing is recorded', (code) => {
    const { needs, pass } = begun()
    expect(needs.recorded(pause(code))).toBe(true)
    expect(needs.recorded(pause(code))).toBe(false)
    pass(10 * MINUTE_MS)
    expect([needs.online, needs.offline]).toEqual([code, null])
    // A slow disk is so again and again.
    needs.recorded(run)
    expect(needs.online).toBe(code)
    pass(MINUTE_MS + HEARTBEAT_MS)
    expect(needs.online).toBeNull()
  })

  test.each([null, 'key-frames-rare', 'worker-lost'] as const)(
    'is not the disk where recording ends by %s',
    (cause) => {
      const { needs } = begun()
      needs.recorded(pause(cause))
      expect(needs.online).toBeNull()
    },
  )

  test('a standby explains for a minute why cameras are gone, and for ten what is missing', () => {
    const { needs, time, pass } = begun()
    pass(5 * MINUTE_MS)
    expect([needs.online, needs.offline]).toEqual([null, null])
    // The monotonic clock stops meanwhile.
    time.uptimeMs += 8 * 60 * MINUTE_MS
    expect([needs.offline, needs.online]).toEqual(['hub-slept', 'hub-slept'])
    pass(MINUTE_MS + HEARTBEAT_MS)
    expect([needs.offline, needs.online]).toEqual([null, 'hub-slept'])
    pass(10 * MINUTE_MS)
    expect(needs.online).toBeNull()
  })
})
