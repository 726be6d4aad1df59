/** From an alert to the recording that shows it. */
import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { signIn as signInByCall } from '../stack/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

/** The button opens the recording at this time before the event. */
const BEFORE_MS = 5_000
/** Maximum playback between the opening and the check. */
const PLAYED_S = 3

/** An alert of a recording camera whose video is uploaded, and the position at which its recording opens. */
async function recordedAlert(): Promise<{ alert: Alert; recordingId: string; openedAtS: number } | null> {
  const { call } = await signInByCall(BASE_URL, 'nurse@sakura.example')
  const recordings = await call('recording.search', { query: { pageSize: 100 }, body: {} })
  const cameraIds = [...new Set(recordings.records.map(({ cameraId }) => cameraId))]
  if (cameraIds.length === 0) return null
  const { records } = await call('alert.search', { query: { pageSize: 100 }, body: { cameraIds } })
  for (const alert of records) {
    const openedAt = Date.parse(alert.occurredAt) - BEFORE_MS
    const body = { cameraIds: [alert.cameraId!], at: alert.occurredAt }
    const [found] = (await call('recording.search', { query: { pageSize: 1 }, body })).records
    if (!found) continue
    const { runs } = await call('recording.get', { params: { id: found.id } })
    const run = runs.find(({ startedAt, durationMs }) => {
      const startMs = Date.parse(startedAt)
      return openedAt >= startMs && openedAt < startMs + durationMs - BEFORE_MS
    })
    if (!run) continue
    const openedAtS = (run.offsetMs + openedAt - Date.parse(run.startedAt)) / 1000
    return { alert, recordingId: found.id, openedAtS }
  }
  return null
}

test('ALERT-07 REC-02 the full clip of an alert opens its recording at the right second', async ({ page }) => {
  await expect.poll(recordedAlert, { timeout: 150_000, intervals: [2_000] }).not.toBeNull()
  const { alert, recordingId, openedAtS } = (await recordedAlert())!
  await page.addInitScript(() => {
    const note = ({ target }: Event) => {
      if (target instanceof HTMLVideoElement && !('playedFromS' in window)) {
        Object.assign(window, { playedFromS: target.currentTime })
      }
    }
    // The alert's own clip may start to play while the page is being left.
    const isRecording = ({ target }: Event) => !(target as HTMLVideoElement).currentSrc.includes('/media/')
    addEventListener('playing', (event) => isRecording(event) && note(event), { capture: true })
  })
  await signIn(page, 'nurse', `/app/alerts/detail/${alert.id}`)
  await page.getByRole('link', { name: 'Full clip' }).click()
  await expect(page).toHaveURL(new RegExp(`recordings/detail/${recordingId}`))
  const at = Date.parse(new URL(page.url()).searchParams.get('at')!.replaceAll('"', ''))
  expect(at).toBe(Date.parse(alert.occurredAt) - BEFORE_MS)
  await expect.poll(() => page.evaluate(() => 'playedFromS' in window), { timeout: 30_000 }).toBe(true)
  const playedFromS = await page.evaluate(() => Reflect.get(window, 'playedFromS') as number)
  expect(playedFromS).toBeGreaterThan(openedAtS - 1)
  expect(playedFromS).toBeLessThan(openedAtS + PLAYED_S)
})
