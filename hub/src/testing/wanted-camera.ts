// Settings of a camera as the service would ask for them, with what a test wants changed.
import type { HubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { NetworkRules } from '#platform/networks.ts'

/** Networks of cameras that live on this machine. */
export const LOOPBACK: NetworkRules = { cidrs: [], isLoopbackAllowed: true }

type MotionSettings = Extract<HubAppSettings, { appCode: 'A003' }>

const MOTION: MotionSettings = {
  appCode: 'A003',
  sensitivity: 'medium',
  snoozeSeconds: 5,
  regions: [],
  pixelChangePercent: 1.5,
  motionDurationSeconds: 1,
}

/** One camera with A003. */
export function wantedCamera(
  cameraId: string,
  streamUrl: string,
  changes: Partial<DesiredCamera> = {},
  motion: Partial<MotionSettings> = {},
): DesiredCamera {
  return {
    cameraId,
    version: 1,
    name: cameraId,
    streamUrl,
    subStreamUrl: '',
    isSubStreamSameView: false,
    angle: 0,
    username: null,
    password: null,
    isBasicAllowed: false,
    certificate: null,
    vendor: null,
    isEnabled: true,
    beds: [],
    seats: [],
    doors: [],
    apps: [{ appCode: 'A003', severity: 'low', settings: { ...MOTION, ...motion }, schedule: null }],
    recording: null,
    live: { schedule: null },
    timezone: 'Asia/Tokyo',
    clipBeforeSeconds: 5,
    clipAfterSeconds: 10,
    snapshotEverySeconds: 10,
    privacy: { level: 'none', masks: [] },
    hasBlurredClips: false,
    hasClips: true,
    viewAcceptedAt: null,
    homePreset: '',
    input: null,
    extraConfig: '',
    ...changes,
  }
}
