/** Runs a film through the hub's own pipeline at its own pace, as if a camera sent it. REAL-01. */
import { setImmediate } from 'node:timers/promises'
import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { AmbientWatch } from '#pipeline/analysis/ambient-watch.ts'
import type { InferenceClient } from '#pipeline/analysis/inference-client.ts'
import { CameraFlow } from '#pipeline/ingest/camera-flow.ts'
import { MediaClock } from '#pipeline/ingest/timeline.ts'
import { unhurried } from '#pipeline/ingest/unhurried-source.ts'
import { openFile } from '#pipeline/ingest/video-file.ts'
import { asCameraError } from '#platform/camera-error.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import type { Room } from './manifest.ts'

/**
 * `spoolDir`: for what the hub would write. `poser`: the pose model; null: without. `watch`: runs beside the film. `beginMs`:
 * time of its first picture, 0 when left out. `ambient`: what was learned of movement without people, if that goes on.
 */
export type FilmRun = {
  spoolDir: string
  poser: InferenceClient | null
  emit: ConstructorParameters<typeof CameraFlow>[1]['emit']
  watch?: (flow: CameraFlow) => Promise<void>
  beginMs?: number
  ambient?: AmbientWatch
}

/** Resolves with the flow when the film at `path` ended. Throws when it cannot be read. */
export async function runFilm(path: string, settings: DesiredCamera, run: FilmRun): Promise<CameraFlow> {
  const { spoolDir, poser, emit, watch, beginMs = 0, ambient } = run
  const flow = new CameraFlow(settings, {
    spoolDir,
    now: () => beginMs,
    ...(ambient && { ambient }),
    captureClock: new MediaClock(1),
    ...(poser && { poser }),
    emit,
    live: { onLiveInit: () => {}, onLive: () => true },
  })
  const watching = watch?.(flow)
  const signal = new AbortController().signal
  let given = 0
  const settled = async () => {
    given++
    // What is shown is painted beside what is judged.
    while (settings.privacy.level !== 'none' && flow.noticed.made < given) await setImmediate()
    await flow.settled()
  }
  const source = await unhurried(await openFile(path, signal), settled)
  await flow.run(source, signal).catch((error: unknown) => {
    if (asCameraError(error).reason.code !== 'ended') throw error
  })
  await watching
  return flow
}

/** As a technician would set it up: people and falls, and what is about the bed where one is outlined. */
export function filmCamera({ bed }: Room): DesiredCamera {
  const regions = bed ? [bed] : []
  const codes = bed ? (['A001', 'A004', 'A005', 'A006'] as const) : (['A001', 'A005'] as const)
  const apps = codes.map((appCode) => {
    const isAboutBed = appCode === 'A004' || appCode === 'A006'
    const settings = hubAppSettings.parse({ appCode, regions: isAboutBed ? regions : [], snoozeSeconds: 0 })
    return { appCode, severity: 'critical' as const, settings, schedule: null }
  })
  const settings = { apps, live: null, timezone: 'UTC', stillEverySeconds: 3600 }
  return wantedCamera('film', '', settings)
}
