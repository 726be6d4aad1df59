/** Runs a film through the hub's own pipeline at any speed, as if a camera sent it. REAL-01. */
import { setImmediate } from 'node:timers/promises'
import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { AmbientWatch } from '@mimamori/hub/pipeline/analysis/ambient-watch.ts'
import type { InferenceClient } from '@mimamori/hub/pipeline/analysis/inference-client.ts'
import type { PlacesWatch } from '@mimamori/hub/pipeline/analysis/places-watch.ts'
import { CameraFlow } from '@mimamori/hub/pipeline/ingest/camera-flow.ts'
import { unhurried } from '@mimamori/hub/pipeline/ingest/unhurried-source.ts'
import { openFile } from '@mimamori/hub/pipeline/ingest/video-file.ts'
import { MediaClock } from '@mimamori/hub/pipeline/media/timeline.ts'
import { asCameraError } from '@mimamori/hub/platform/camera-error.ts'
import { wantedCamera } from '@mimamori/hub/testing/wanted-camera.ts'
import type { Room } from './manifest.ts'

/**
 * `spoolDir`: for the hub's files. `poser`: the pose model; null: without. `watch`: runs in parallel to the film. `beginMs`:
 * time of its first frame, default 0. `ambient`, `places`: what was learned of the camera, to continue
 * with.
 */
export type FilmRun = {
  spoolDir: string
  poser: InferenceClient | null
  emit: ConstructorParameters<typeof CameraFlow>[1]['emit']
  watch?: (flow: CameraFlow) => Promise<void>
  beginMs?: number
  ambient?: AmbientWatch
  places?: PlacesWatch
}

/** Resolves with the flow when the film at `path` has ended. Throws if it cannot be read. */
export async function runFilm(path: string, settings: DesiredCamera, run: FilmRun): Promise<CameraFlow> {
  const { spoolDir, poser, emit, watch, beginMs = 0, ambient, places } = run
  const flow = new CameraFlow(settings, {
    spoolDir,
    now: () => beginMs,
    ...(ambient && { ambient }),
    ...(places && { places }),
    captureClock: new MediaClock(1),
    ...(poser && { poser }),
    emit,
    live: { onLiveInit: () => {}, onLive: () => true },
  })
  const watching = watch?.(flow)
  const signal = new AbortController().signal
  let given = 0
  const analyzed = async () => {
    given++
    // Painting runs in parallel to analysis: wait for it as well.
    while (settings.privacy.level !== 'none' && flow.noticed.made < given) await setImmediate()
    await flow.idle()
  }
  const source = await unhurried(await openFile(path, signal), analyzed)
  await flow.run(source, signal).catch((error: unknown) => {
    if (asCameraError(error).reason.code !== 'ended') throw error
  })
  await watching
  return flow
}

/** Typical settings: people and falls, and the apps about the bed if one is outlined. */
export function filmCamera({ bed, seats = [], doors = [] }: Room): DesiredCamera {
  const codes = bed ? (['A001', 'A004', 'A005', 'A006'] as const) : (['A001', 'A005'] as const)
  const apps = codes.map((appCode) => {
    const settings = hubAppSettings.parse({ appCode, snoozeSeconds: 0 })
    return { appCode, severity: 'critical' as const, settings, schedule: null }
  })
  const settings = {
    beds: bed ? [bed] : [],
    seats,
    doors,
    apps,
    live: null,
    timezone: 'UTC',
    snapshotEverySeconds: 3600,
  }
  return wantedCamera('film', '', settings)
}
