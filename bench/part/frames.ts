/** Counts the frames that a page draws while something goes on in it. */
import type { CDPSession, Page } from '@playwright/test'
import { quantile, round } from '../bench.ts'

/** Above this a frame is late: its place on a screen of 60 Hz was missed by more than the jitter of the timer. */
const LATE_MS = 25

export type Frames = {
  framesPerSecond: number
  p95Ms: number
  longestMs: number
  /** Of all frames. */
  lateShare: number
}

/** Slows the page's processor by `rate` until the answered session is detached. */
export async function slowDown(page: Page, rate: number): Promise<CDPSession> {
  const line = await page.context().newCDPSession(page)
  await line.send('Emulation.setCPUThrottlingRate', { rate })
  return line
}

/** The frames of the page while `work` goes on, as its own script is given them. */
export async function framesDuring(page: Page, work: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const found: number[] = []
    Object.assign(window, { frameTimes: found })
    let last = performance.now()
    const count = (now: number) => {
      found.push(now - last)
      last = now
      if (Reflect.get(window, 'frameTimes') === found) requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
  })
  await work()
  const frames = await page.evaluate(() => {
    const found = Reflect.get(window, 'frameTimes') as number[]
    Reflect.set(window, 'frameTimes', [])
    return found.slice(2)
  })
  const totalMs = frames.reduce((sum, ms) => sum + ms, 0)
  return {
    framesPerSecond: round((frames.length * 1000) / totalMs),
    p95Ms: round(quantile(frames, 0.95)),
    longestMs: round(Math.max(...frames)),
    lateShare: round(frames.filter((ms) => ms > LATE_MS).length / frames.length),
  }
}

/** A finger moves the page down and up again for about that time; the page must be higher than its window. */
export async function scrollFor(page: Page, line: CDPSession, durationMs: number): Promise<void> {
  const { width, height } = page.viewportSize()!
  const speed = 1_200
  const endsAtMs = performance.now() + durationMs
  for (let down = true; performance.now() < endsAtMs; down = !down) {
    const yDistance = (down ? -1 : 1) * speed * 1.5
    const at = { x: Math.round(width / 2), y: Math.round(height / 2) }
    await line.send('Input.synthesizeScrollGesture', { ...at, yDistance, speed, gestureSourceType: 'touch' })
  }
}
