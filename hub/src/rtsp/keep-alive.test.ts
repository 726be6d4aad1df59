import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CameraHabits } from './camera-habits.ts'
import { KeepAlive } from './keep-alive.ts'
import { HOLD_METHODS } from './rtsp-answer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** How long each of `count` connections lasts, seconds, up to ten minutes. */
function lasted(holding: string, publicMethods: string, timeoutSeconds: number, fatal: string | null, count: number) {
  const habits = new CameraHabits()
  return Array.from({ length: count }, () => {
    let isOver = false
    let heldAtMs = performance.now()
    const startedAtMs = heldAtMs
    const keepAlive: KeepAlive = new KeepAlive(habits, (method) => {
      if (method === holding) heldAtMs = performance.now()
      if (method === fatal) isOver = true
      else keepAlive.heard(200, method)
    })
    keepAlive.start(publicMethods, `timeout=${timeoutSeconds}`)
    while (!isOver && performance.now() - startedAtMs < 600_000) {
      vi.advanceTimersByTime(500)
      if (performance.now() - heldAtMs > timeoutSeconds * 1000) isOver = true
    }
    keepAlive.lost()
    keepAlive.stop()
    return (performance.now() - startedAtMs) / 1000
  })
}

test('REAL-09 a session is held by whichever method holds it, whatever the camera offers', () => {
  const methods = fc.constantFrom(...HOLD_METHODS)
  const offered = fc.subarray([...HOLD_METHODS]).map((all) => ['DESCRIBE', ...all].join(', '))
  fc.assert(
    fc.property(
      methods,
      offered,
      fc.integer({ min: 5, max: 120 }),
      fc.option(methods),
      (holding, all, seconds, fatal) => {
        fc.pre(holding !== fatal)
        const spans = lasted(holding, all, seconds, fatal, 5)
        expect(spans.at(-1)).toBeGreaterThanOrEqual(600)
      },
    ),
    { numRuns: 300 },
  )
})
