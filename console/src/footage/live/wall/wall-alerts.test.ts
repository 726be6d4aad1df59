import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { describe, expect, test } from 'vitest'
import { toWallAlerts } from './wall-alerts.ts'

const alert = (id: string, more: Partial<Alert>): Alert => ({
  id,
  cameraId: 'room-1',
  cameraName: '201-A',
  location: '201号室',
  unitId: null,
  unitName: null,
  activity: 'A005',
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
  ...more,
})

describe('the marks of a wall', () => {
  test('are of alerts that nobody has seen, judged or archived', () => {
    const seen = alert('seen', { firstSeen: { userName: '佐藤', at: '2026-11-20T01:01:00Z' } })
    const judged = alert('judged', { verdict: 'false-alarm' })
    const { open } = toWallAlerts([seen, judged, alert('open', {})])
    expect(open.map(({ id }) => id)).toEqual(['open'])
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
