/** Whether the page may sound, with loudspeakers as browsers have them. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '#lib/browser/testing-storage.ts'

/** `touched`: somebody pressed on the page; `stuck`: it says that it runs and its clock stands still. */
const browser = { isTouched: false, isStuck: false }
const opened: FakeContext[] = []
class FakeContext {
  state = browser.isTouched ? 'running' : 'suspended'
  #sinceMs = Date.now()
  readonly sessionType = (navigator as { audioSession?: { type: string } }).audioSession?.type
  constructor() {
    opened.push(this)
  }
  get currentTime(): number {
    return this.state === 'running' && !browser.isStuck ? (Date.now() - this.#sinceMs) / 1000 : 0
  }
  async resume(): Promise<void> {
    if (browser.isTouched) this.state = 'running'
  }
  async close(): Promise<void> {
    this.state = 'closed'
  }
}

async function isHeard(): Promise<boolean> {
  const { mayBeHeard } = await import('./alarm-sound.ts')
  const answer = mayBeHeard()
  await vi.advanceTimersByTimeAsync(500)
  return answer
}

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('AudioContext', FakeContext)
  vi.stubGlobal('navigator', { audioSession: { type: 'auto' } })
  Object.assign(browser, { isTouched: false, isStuck: false })
  opened.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('ALARM-03 the sound of this device', () => {
  test('is held back until somebody pressed on the page', async () => {
    expect(await isHeard()).toBe(false)
    browser.isTouched = true
    expect(await isHeard()).toBe(true)
    expect(opened).toHaveLength(1)
  })

  test('is asked for before anything is waited for, as Safari wants it in a press', async () => {
    expect(await isHeard()).toBe(false)
    const resume = vi.spyOn(opened[0]!, 'resume')
    const { mayBeHeard } = await import('./alarm-sound.ts')
    void mayBeHeard()
    expect(resume).toHaveBeenCalledTimes(1)
  })

  test('counts as held back while its clock stands still, and begins anew', async () => {
    Object.assign(browser, { isTouched: true, isStuck: true })
    expect(await isHeard()).toBe(false)
    expect(opened[0]!.state).toBe('closed')
    browser.isStuck = false
    expect(await isHeard()).toBe(true)
    expect(opened).toHaveLength(2)
  })

  test('goes on while the silent switch of an iPhone is on', async () => {
    await isHeard()
    expect(opened[0]!.sessionType).toBe('playback')
  })
})
