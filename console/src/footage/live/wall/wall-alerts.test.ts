import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { describe, expect, test } from 'vitest'
import { toWallAlerts } from './wall-alerts.ts'

const alarm = (state: 'open' | 'claimed' | 'resolved') => ({
  ...{
    state,
    openSince: '2026-11-20T01:00:00Z',
    opening: 1,
    reopened: null,
    claimer: null,
    claimEndsAt: null,
    joined: [],
  },
  ...{ arrived: null, resolved: null },
})

const alert = (id: string, more: Partial<Alert>): Alert => ({
  id,
  cameraId: 'room-1',
  cameraName: '201-A',
  location: '201号室',
  unitId: null,
  unitName: null,
  activity: 'A005',
  isPossible: false,
  kindName: null,
  severity: 'high',
  occurredAt: '2026-11-20T01:00:00Z',
  createdAt: '2026-11-20T01:00:02Z',
  hasRead: false,
  archived: false,
  mediaType: 'image',
  inferencedBy: 'cloud',
  clipState: 'none',
  clipDurationMs: null,
  thumbnailUrl: null,
  detections: [],
  verdict: null,
  verdictReason: null,
  darkCameras: null,
  firstSeen: null,
  alarm: alarm('open'),
  ...more,
})

describe('the marks of a wall', () => {
  test('ALARM-05 are of alarms that nobody goes to, whether or not somebody has looked', () => {
    const seen = alert('seen', { firstSeen: { userName: '佐藤', at: '2026-11-20T01:01:00Z' } })
    const claimed = alert('claimed', { alarm: alarm('claimed') })
    const resolved = alert('resolved', { alarm: alarm('resolved') })
    const activity = alert('activity', { alarm: null })
    const { open } = toWallAlerts([seen, claimed, resolved, activity])
    expect(open.map(({ id }) => id)).toEqual(['seen'])
  })

  test('show the gravest of a camera, and of these the newest', () => {
    const later = { occurredAt: '2026-11-20T02:00:00Z' }
    const { open, byCamera } = toWallAlerts([
      alert('high-later', { ...later }),
      alert('critical', { severity: 'critical' }),
      alert('critical-later', { severity: 'critical', ...later }),
      alert('other-room', { cameraId: 'room-2' }),
      alert('of-a-hub', { cameraId: null, severity: 'critical', ...later }),
    ])
    expect(byCamera.get('room-1')?.id).toBe('critical-later')
    expect(byCamera.get('room-2')?.id).toBe('other-room')
    expect(open.map(({ id }) => id)).toEqual(['critical-later', 'of-a-hub', 'critical', 'high-later', 'other-room'])
  })
})
