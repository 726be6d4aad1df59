/**
 * What camera-cost and the two floors measure: a hub's media workers on an RTSP stream N times, as a process of its own. They
 * watch for motion; with `people` they look for people by the pose model instead, and with `everything` they do both without the
 * model, and record. Arguments: URL COUNT SPOOL [FORM [OTHER_URL OTHER_COUNT]], of which the first OTHER_COUNT cameras read
 * OTHER_URL; without a count it is the small stream of all of them.
 */

import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { APPS } from '@mimamori/contract/shared/app-catalogue.ts'
import { WorkerGroup } from '@mimamori/hub/pipeline/worker/worker-group.ts'
import type { CameraCounts } from '@mimamori/hub/pipeline/worker-message.ts'
import { createClock } from '@mimamori/hub/platform/clock.ts'
import { createPoseModel } from '@mimamori/hub/pose/pose-model.ts'
import { wantedCamera } from '@mimamori/hub/testing/wanted-camera.ts'

/** Sent every few seconds, summed over all cameras since the start. */
export type FlowCounts = {
  frames: number
  framesSkipped: number
  alerts: number
  /** Frames that the pose model was asked about, and those that it answered. */
  looks: { asked: number; answered: number }
  /** Cameras that say now that it looks at them too rarely. */
  lateCameras: number
}

const [url, cameraCount, spoolDir, form, otherUrl, otherCount] = process.argv.slice(2)
const nothing = () => {}
/** 'disconnect' reports that the parent is gone. */
const tell = (counts: FlowCounts) => process.connected && process.send?.(counts, nothing)
let alerts = 0
const looks = { asked: 0, answered: 0 }
const late = new Set<string>()
const parts = {
  clock: createClock(),
  environment: process.env,
  log: (level: string, message: string) => level === 'error' && console.error(message),
}
const poses = createPoseModel(parts, () => group.modelChanged())
poses.want(form === 'people')
const poser = {
  get isReady() {
    return poses.isReady
  },
  get error() {
    return poses.error
  },
  async infer(...subject: Parameters<typeof poses.infer>) {
    looks.asked++
    const bodies = await poses.infer(...subject)
    if (bodies) looks.answered++
    return bodies
  },
}
const counts = new Map<string, CameraCounts>()
const group = new WorkerGroup({
  ...parts,
  spoolDir: spoolDir!,
  isLoopbackAllowed: true,
  ...(form === 'people' && { poser }),
  emit(event) {
    if (event.type === 'incident') alerts++
    if (event.type === 'heartbeat') count(event.cameras)
    if (event.type === 'status') late[event.reason?.code === 'pose-late' ? 'add' : 'delete'](event.cameraId)
  },
})
const small = otherCount === undefined && otherUrl ? { subStreamUrl: otherUrl } : {}
const more = { ...(form === undefined ? {} : settingsOf(form)), ...small }
const addressOf = (index: number) => (index < Number(otherCount ?? 0) ? otherUrl! : url!)
group.configure(
  Array.from({ length: Number(cameraCount) }, (_, index) => wantedCamera(`camera-${index}`, addressOf(index), more)),
)
process.once('disconnect', () => void Promise.all([group.stop(), poses.stop()]).then(() => process.exit(0)))

function count(cameras: readonly CameraCounts[]): void {
  // Each worker speaks for its own cameras.
  for (const camera of cameras) counts.set(camera.cameraId, camera)
  const sum = (of: 'frames' | 'framesSkipped') => [...counts.values()].reduce((all, camera) => all + camera[of], 0)
  const images = { frames: sum('frames'), framesSkipped: sum('framesSkipped') }
  tell({ ...images, alerts, looks: { ...looks }, lateCameras: late.size })
}

/** As a technician sets a room up: a bed is outlined and every app about people runs; with everything, motion and recording, too. */
function settingsOf(form: string): Partial<DesiredCamera> {
  const corners = [
    { x: 0.35, y: 0.45 },
    { x: 0.6, y: 0.45 },
    { x: 0.7, y: 0.9 },
    { x: 0.25, y: 0.9 },
  ]
  const bed = { name: 'bed', corners }
  const apps = (['A001', 'A004', 'A005', 'A006'] as const).map((appCode) => {
    const settings = hubAppSettings.parse({ appCode })
    return { appCode, severity: APPS[appCode].severity, settings, schedule: null }
  })
  const beds = [bed]
  if (form === 'people') return { beds, apps }
  return { beds, apps: [...wantedCamera('', '').apps, ...apps], recording: { schedule: null } }
}
