/** Plays a film through the hub's own pipeline, as if a camera sent it, and collects the results. REAL-01. */
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import { peopleCount } from '@mimamori/hub/detectors/people-frame.ts'
import type { InferenceClient } from '@mimamori/hub/pipeline/analysis/inference-client.ts'
import type { Room } from './manifest.ts'
import type { Film } from './prepare.ts'
import { filmCamera, runFilm } from './run-film.ts'

/** What A001 concludes from a frame with somebody in it. */
const SEEN = ['too-short', 'person-confirmed', 'already-raised', 'snoozed']

/**
 * Seconds of the film. `people`: how many the apps counted in each analysed frame; `isSeen`: A001 saw somebody. `learnedAnewS`:
 * when the background was given up for another one.
 */
export type Played = {
  alerts: { appCode: AlertAppCode; atS: number }[]
  people: { atS: number; count: number; isSeen: boolean }[]
  learnedAnewS: number[]
  framesSkipped: number
}

/** `folder`: for what the hub would write. `poser`: the pose model; null: without. Throws when the film cannot be read. */
export async function play(film: Film, room: Room, folder: string, poser: InferenceClient | null): Promise<Played> {
  const played: Played = { alerts: [], people: [], learnedAnewS: [], framesSkipped: 0 }
  const flow = await runFilm(film.path, filmCamera(room), {
    ...{ spoolDir: folder, poser },
    emit(event) {
      if (event.type !== 'incident' || event.alert.appCode === 'A001') return
      played.alerts.push({ appCode: event.alert.appCode, atS: event.raisedAtMs / 1000 })
    },
    async watch(flow) {
      const next = () => flow.observation(false)
      let wasReliable = false
      for (let observation = await next(); observation; observation = await next()) {
        const frame = observation.seenBy('A005')?.frame
        const isSeen = SEEN.includes(observation.seenBy('A001')?.reason ?? '')
        const atS = observation.capturedAtMs / 1000
        if (frame?.isReliable) played.people.push({ atS, count: peopleCount(frame), isSeen })
        else if (wasReliable) played.learnedAnewS.push(atS)
        wasReliable = frame?.isReliable ?? false
      }
    },
  })
  played.framesSkipped = flow.framesSkipped
  return played
}
