/**
 * What camera-cost and camera-floor measure: a hub's media workers on one RTSP stream N times, as a process of its own. They
 * watch for motion; with `everything` they record too, and look for people with every app there is.
 */

import { APPS } from '@mimamori/contract/camera/app-catalogue.ts'
import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'

import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { WorkerGroup } from '@mimamori/hub/pipeline/worker/worker-group.ts'
import type { CameraCounts } from '@mimamori/hub/pipeline/worker/worker-message.ts'
import { createClock } from '@mimamori/hub/platform/clock.ts'
import { wantedCamera } from '@mimamori/hub/testing/wanted-camera.ts'

/** Sent every few seconds, summed over all cameras since the start. */
export type FlowCounts = { frames: number; framesSkipped: number; alerts: number }

const [url, cameraCount, spoolDir, form] = process.argv.slice(2)
const nothing = () => {}
/** 'disconnect' reports that the parent is gone. */
const tell = (counts: FlowCounts) => process.connected && process.send?.(counts, nothing)
let alerts = 0
const counts = new Map<string, CameraCounts>()
const group = new WorkerGroup({
  spoolDir: spoolDir!,
  clock: createClock(),
  environment: process.env,
  isLoopbackAllowed: true,
  log: (level, message) => level === 'error' && console.error(message),
  emit(event) {
    if (event.type === 'incident') alerts++
    if (event.type === 'heartbeat') count(event.cameras)
  },
})
const more = form === 'everything' ? everything() : {}
group.configure(Array.from({ length: Number(cameraCount) }, (_, index) => wantedCamera(`camera-${index}`, url!, more)))
process.once('disconnect', () => void group.stop().then(() => process.exit(0)))

function count(cameras: readonly CameraCounts[]): void {
  // Each worker speaks for its own cameras.
  for (const camera of cameras) counts.set(camera.cameraId, camera)
  const sum = (of: 'frames' | 'framesSkipped') => [...counts.values()].reduce((all, camera) => all + camera[of], 0)
  tell({ frames: sum('frames'), framesSkipped: sum('framesSkipped'), alerts })
}

/** As a technician sets a room up: a bed is outlined, every app that looks at pictures runs, and all is recorded. */
function everything(): Partial<DesiredCamera> {
  const corners = [
    { x: 0.35, y: 0.45 },
    { x: 0.6, y: 0.45 },
    { x: 0.7, y: 0.9 },
    { x: 0.25, y: 0.9 },
  ]
  const bed = { name: 'bed', corners }
  const apps = (['A001', 'A004', 'A005', 'A006'] as const).map((appCode) => {
    const regions = appCode === 'A004' || appCode === 'A006' ? [bed] : []
    const settings = hubAppSettings.parse({ appCode, regions })
    return { appCode, severity: APPS[appCode].severity, settings, schedule: null }
  })
  return { apps: [...wantedCamera('', '').apps, ...apps], recording: { schedule: null } }
}
