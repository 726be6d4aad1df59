import { hubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { expect, test } from 'vitest'
import { anyId } from '#platform/testing/hub-parts.ts'
import { alertOf } from './incident.ts'

const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 }
const incident = {
  appCode: 'A005' as const,
  severity: 'critical' as const,
  reason: 'fell',
  occurredAtMs: Date.UTC(2026, 10, 20, 1) + 0.4,
  raisedAtMs: Date.UTC(2026, 10, 20, 1, 0, 2),
  boxes: Array.from({ length: 60 }, () => box),
  modelConfidence: 0.9,
  thumbnail: Buffer.from('jpeg'),
  blurredThumbnail: null,
}
const ids = { alertId: anyId(), cameraId: anyId() }
const options = { ...ids, people: 'clear' as const, hasClip: true, hasBlurredClip: false }

test('HUB-04 an incident is the alert of the contract, with as many places as that allows', () => {
  const alert = alertOf(incident, options)
  expect(hubEvent.parse(alert)).toMatchObject({ ...ids, occurredAt: '2026-11-20T01:00:00.000Z', hasClip: true })
  expect(alert.detections).toHaveLength(50)
  expect(alert.detections[0]).toEqual({ label: 'person', box, score: 0.9, by: 'model' })
  expect(alert.thumbnail).toBe(Buffer.from('jpeg').toString('base64'))
})

test('HUB-04 a frame that is too large, or a place outside it, does not stop the alert', () => {
  expect(alertOf({ ...incident, thumbnail: Buffer.alloc(200_000) }, options)).toMatchObject({ ...ids, thumbnail: null })
  const outside = alertOf({ ...incident, boxes: [{ ...box, x: 7 }, box] }, options)
  expect(outside).toMatchObject({ ...ids, detections: [{ box }] })
})

test('REAL-03 a fall that only the background saw says so in the alert of the contract', () => {
  const { modelConfidence: _, ...seen } = incident
  const alert = alertOf({ ...seen, isPossible: true }, options)
  expect(hubEvent.parse(alert)).toMatchObject({
    detections: expect.arrayContaining([{ label: 'person', box, isPossible: true }]),
  })
})
