import { expect, test } from 'vitest'
import { wantedCamera } from '#testing/wanted-camera.ts'
import { clipSpan } from './clip-span.ts'

const AT = Date.parse('2026-11-20T02:00:00Z')

function spanOf(motionDurationSeconds: number, sureAfterSeconds: number) {
  const camera = wantedCamera('room', 'rtsp://10.0.0.9/stream', {}, { motionDurationSeconds })
  const { fromMs, untilMs } = clipSpan(camera, { occurredAtMs: AT, raisedAtMs: AT + sureAfterSeconds * 1000 })
  return [(fromMs - AT) / 1000, (untilMs - AT) / 1000]
}

test('ALERT-05 a clip begins five seconds before the motion and ends ten after it was raised', () => {
  expect(spanOf(2, 2)).toEqual([-5, 12])
})

test('a blink within the motion delays the alert, and the clip still shows how it began', () => {
  expect(spanOf(2, 2.9)).toEqual([-5, 12.9])
})

test('a motion that outlasts the snooze of the alert before has a clip of the usual length', () => {
  expect(spanOf(2, 300)).toEqual([300 - 2 - 1 - 5, 310])
})

test('an app that takes minutes to be sure has the last half minute of them in its clip', () => {
  expect(spanOf(120, 120)).toEqual([120 - 30 - 5, 130])
})
