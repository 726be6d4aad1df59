/** What camera-cost measures: a hub's media workers on one RTSP stream N times, everything on, as a process of its own. */
import { WorkerGroup } from '@mimamori/hub/pipeline/worker-group.ts'
import { createClock } from '@mimamori/hub/platform/clock.ts'
import { wantedCamera } from '@mimamori/hub/testing/wanted-camera.ts'

/** Sent every few seconds, summed over all cameras since the start. */
export type FlowCounts = { frames: number; framesSkipped: number; alerts: number }

const [url, count, spoolDir] = process.argv.slice(2)
const nothing = () => {}
/** A parent that is gone is told by 'disconnect'. */
const tell = (counts: FlowCounts) => process.connected && process.send?.(counts, nothing)
let alerts = 0
const group = new WorkerGroup({
  spoolDir: spoolDir!,
  clock: createClock(),
  environment: process.env,
  isLoopbackAllowed: true,
  log: (level, message) => level === 'error' && console.error(message),
  onStatus: nothing,
  onIncident: () => {
    alerts++
  },
  onClip: nothing,
  onClipFailed: nothing,
  onRecording: nothing,
  onFrame: nothing,
  onLiveInit: nothing,
  onLive: nothing,
  onHeartbeat: ({ cameras }) => {
    const sum = (of: 'frames' | 'framesSkipped') => cameras.reduce((all, camera) => all + camera[of], 0)
    tell({ frames: sum('frames'), framesSkipped: sum('framesSkipped'), alerts })
  },
})
group.configure(Array.from({ length: Number(count) }, (_, index) => wantedCamera(`camera-${index}`, url!)))
process.once('disconnect', () => void group.stop().then(() => process.exit(0)))
