/** Plays a film through the hub's own pipeline, as if a camera sent it, and collects what it concludes. REAL-01. */
import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { AlertAppCode } from '@mimamori/contract/camera/apps.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { peopleCount } from '#detectors/people-frame.ts'
import type { InferenceClient } from '#pipeline/analysis/inference-client.ts'
import { CameraFlow } from '#pipeline/ingest/camera-flow.ts'
import { MediaClock } from '#pipeline/ingest/timeline.ts'
import { unhurried } from '#pipeline/ingest/unhurried-source.ts'
import { openFile } from '#pipeline/ingest/video-file.ts'
import { asCameraError } from '#platform/camera-error.ts'
import type { Room } from './manifest.ts'
import type { Film } from './prepare.ts'

/** What A001 concludes from a frame with somebody in it. */
const SEEN = ['too-short', 'person-confirmed', 'already-raised', 'snoozed']

/** Seconds of the film. `people`: how many the apps counted in each analysed frame; `isSeen`: A001 saw somebody. */
export type Played = {
  raised: { appCode: AlertAppCode; atS: number }[]
  people: { atS: number; count: number; isSeen: boolean }[]
  framesSkipped: number
}

/** `folder`: for what the hub would write. `poser`: the pose model; null: without. Throws when the film cannot be read. */
export async function play(film: Film, room: Room, folder: string, poser: InferenceClient | null): Promise<Played> {
  const played: Played = { raised: [], people: [], framesSkipped: 0 }
  const settings = cameraOf(room)
  const startMs = 0
  const flow = new CameraFlow(settings, {
    spoolDir: folder,
    now: () => startMs,
    captureClock: new MediaClock(1),
    ...(poser && { poser }),
    emit(event) {
      if (event.type !== 'incident' || event.alert.appCode === 'A001') return
      played.raised.push({ appCode: event.alert.appCode, atS: event.raisedAtMs / 1000 })
    },
    live: { onLiveInit: () => {}, onLive: () => true },
  })
  const count = async () => {
    const next = () => flow.observation(false)
    for (let observation = await next(); observation; observation = await next()) {
      const frame = observation.seenBy('A005')?.frame
      const isSeen = SEEN.includes(observation.seenBy('A001')?.reason ?? '')
      if (frame?.isReliable)
        played.people.push({ atS: observation.capturedAtMs / 1000, count: peopleCount(frame), isSeen })
    }
  }
  const counting = count()
  const signal = new AbortController().signal
  const source = await unhurried(await openFile(film.path, signal), () => flow.settled())
  await flow.run(source, signal).catch((error: unknown) => {
    if (asCameraError(error).reason.code !== 'ended') throw error
  })
  await counting
  played.framesSkipped = flow.framesSkipped
  return played
}

/** As a technician would set it up: people and falls, and what is about the bed where one is outlined. */
function cameraOf({ bed }: Room): DesiredCamera {
  const regions = bed ? [bed] : []
  const codes = bed ? (['A001', 'A004', 'A005', 'A006'] as const) : (['A001', 'A005'] as const)
  const apps = codes.map((appCode) => {
    const isAboutBed = appCode === 'A004' || appCode === 'A006'
    const settings = hubAppSettings.parse({ appCode, regions: isAboutBed ? regions : [], snoozeSeconds: 0 })
    return { appCode, severity: 'critical' as const, settings, schedule: null }
  })
  return {
    cameraId: 'film',
    version: 1,
    name: 'film',
    streamUrl: '',
    username: null,
    password: null,
    isBasicAllowed: false,
    certificate: null,
    vendor: null,
    isEnabled: true,
    apps,
    recording: null,
    live: null,
    timezone: 'UTC',
    clipBeforeSeconds: 5,
    clipAfterSeconds: 10,
    stillEverySeconds: 3600,
    privacy: { level: 'none', masks: [] },
    hasBlurredClips: false,
    hasClips: true,
    viewAcceptedAt: null,
    extraConfig: '',
  }
}
