/** How a camera's settings change the output of the analysis of a decoded stream. */
import { beforeAll, expect, test } from 'vitest'
import { drawVideo } from '#testing/drawn-video.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import { Analysis } from './analysis.ts'
import type { Incident } from './observation.ts'

const FRAME_MS = 200
const START_MS = Date.parse('2026-11-20T00:00:00Z')
/** Twenty-four seconds, five frames a second; a box moves in the last eight. */
const film = {
  ...{ width: 320, height: 180, framesPerSecond: 5, frames: 120, keyEvery: 10 },
  boxAt: (frame: number) => (frame > 80 ? ((frame % 30) / 30) * 0.7 : null),
}

let packets: Awaited<ReturnType<typeof drawVideo>>
beforeAll(async () => {
  packets = await drawVideo(film)
})

/** The seconds of snapshots before anything moved, and the severities of the incidents. */
async function watch(snapshotEverySeconds: number, severity: 'low' | 'high') {
  const snapshotsAtS: number[] = []
  const incidents: Incident[] = []
  const analysis = new Analysis({
    onIncident: (one) => incidents.push(one),
    onSnapshot: (_, capturedAtMs) => snapshotsAtS.push((capturedAtMs - START_MS) / 1000),
    onViewChange() {},
    onError: (words) => expect.fail(words),
  })
  const camera = wantedCamera('room', 'rtsp://camera.example/', { snapshotEverySeconds }, { motionDurationSeconds: 1 })
  analysis.configure({ ...camera, apps: camera.apps.map((app) => ({ ...app, severity })) })
  const stop = new AbortController()
  const running = analysis.run('h264', Buffer.alloc(0), stop.signal)
  for (const [index, packet] of packets.entries()) {
    const judged = analysis.observation()
    analysis.put(packet, START_MS + index * FRAME_MS)
    await judged
  }
  stop.abort()
  await running
  return { snapshotsAtS: snapshotsAtS.filter((atS) => atS <= 16), severities: incidents.map((one) => one.severity) }
}

test('APP-03 snapshots follow the set interval, and alerts have the set severity', async () => {
  expect(await watch(2, 'high')).toEqual({ snapshotsAtS: [0, 2, 4, 6, 8, 10, 12, 14, 16], severities: ['high'] })
  expect(await watch(8, 'low')).toEqual({ snapshotsAtS: [0, 8, 16], severities: ['low'] })
})
