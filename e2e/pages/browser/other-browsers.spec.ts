/** An alarm in Firefox and in WebKit, the engine of every browser on iPhones and iPads; also video with gaps. */
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { progressiveMp4 } from '@mimamori/hub/mp4/mp4.ts'
import { film } from '@mimamori/hub/testing/film.ts'
import { putRecording } from '../../../bench/part/recorded-camera.ts'
import { type AlarmRoom, startAlarmRoom } from '../../stack/alarm-room.ts'
import { addCamera, addHub } from '../../stack/demo-site.ts'
import type { ForeignPage } from '../../stack/foreign-page.ts'
import { OTHER_BROWSERS, secondsOf, signInAsNurse } from '../../stack/other-browsers.ts'
import { BASE_URL } from '../../stack/place.ts'
import { expect, test } from '../../stack/test.ts'

const CLIP_SECONDS = 8
/** The gap in the clip, seconds. */
const HOLE_S = { from: 1.15, to: 4.05 }
const RECORDED_SECONDS = 24
const START_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS

for (const [name, { isHere, open, packages }] of Object.entries(OTHER_BROWSERS)) {
  test.describe(name, () => {
    test.skip(!isHere, `${name} is missing: apt-get install ${packages}`)

    let room: AlarmRoom
    let page: ForeignPage
    test.beforeEach(async () => {
      room = await startAlarmRoom(`${name} room`, { clip: await clipWithHole() })
      page = await open()
    })
    test.afterEach(async () => {
      await page?.close()
      await room?.stop()
    })

    test(`ALARM-02 ALARM-03 in ${name} an alarm arrives, is claimed, and its clip plays over a gap`, async () => {
      await signInAsNurse(page)
      const alertId = await room.raiseFall()
      const line = `[data-alarm="${alertId}"]`
      // The bar fetches every 20 s: an earlier update came over the stream.
      await expect.poll(() => page.textOf(line), { timeout: 10_000 }).toContain('Nobody is going yet')
      await page.click(`${line} button:not([aria-disabled])`)
      await expect.poll(() => page.textOf(line)).toContain('You are going')
      const stored = () => room.admin.call('alert.get', { params: { id: alertId } })
      await expect.poll(async () => (await stored()).alarm?.state).toBe('claimed')

      await page.goto(`/app/alerts/detail/${alertId}`)
      await expect.poll(() => secondsOf(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(0)
      await page.run(() => void document.querySelector('video')!.play())
      await expect.poll(() => secondsOf(page), { timeout: 30_000 }).toBeGreaterThan(HOLE_S.to + 1)
    })

    test(`REC-02 in ${name} a recording plays, and continues after a seek`, async () => {
      const { key, agentId, admin } = await addHub(BASE_URL, `${name} recording hub ${crypto.randomUUID().slice(0, 4)}`)
      const place = `${name} hall ${agentId.slice(-4)}`
      const cameraId = await addCamera({ admin, agentId }, place, 'rtsp://192.0.2.20/stream')
      await putRecording(BASE_URL, { key, cameraId, startMs: START_MS, seconds: RECORDED_SECONDS })
      await signInAsNurse(page)
      const [from, to] = [START_MS, START_MS + HOUR_MS].map((ms) => new Date(ms).toISOString())
      await page.goto(`/app/recordings/list?${new URLSearchParams({ range: 'custom', from: from!, to: to! })}`)
      await expect.poll(() => page.textOf('main')).toContain(place)
      const address = await page.run((words) => {
        const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href*="/recordings/detail/"]')]
        const own = links.find((link) => (link.closest('li, tr') ?? link).textContent!.includes(words))
        return own ? own.pathname : ''
      }, place)
      await page.goto(address)
      await expect.poll(() => secondsOf(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(0)
      await page.run(() => void document.querySelector('video')!.play())
      await expect.poll(() => secondsOf(page), { timeout: 30_000 }).toBeGreaterThan(1)
      await page.run(() => {
        document.querySelector('video')!.currentTime = 16
      })
      await expect.poll(() => secondsOf(page), { timeout: 30_000 }).toBeGreaterThan(17)
    })

    test(`ROOM-01 in ${name} the station shows a room's alarm`, async () => {
      await signInAsNurse(page)
      await page.goto('/app/rooms?station=true')
      await expect.poll(() => page.textOf('main section h1, main section h2')).not.toBe('')
      const alertId = await room.raiseFall()
      await expect
        .poll(() => page.textOf(`[data-alarm="${alertId}"]`), { timeout: 10_000 })
        .toContain('Nobody is going')
      await expect.poll(() => page.textOf('main [data-need]')).toContain(`${name} room`)
    })
  })
}

async function clipWithHole() {
  const { track, samples } = await film(CLIP_SECONDS)
  const ticksPerSecond = 90_000
  const isThere = ({ time }: { time: number }) =>
    time < HOLE_S.from * ticksPerSecond || time > HOLE_S.to * ticksPerSecond
  return { bytes: progressiveMp4(track, samples.filter(isThere)), durationMs: CLIP_SECONDS * 1000, alertAtMs: 1000 }
}
