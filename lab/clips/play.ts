/** Plays a film through the hub's own pipeline, as if a camera sent it, and collects the results. REAL-01. */
import { SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import type { Detection } from '@mimamori/contract/shared/geometry.ts'
import { peopleCount } from '@mimamori/hub/detectors/people-frame.ts'
import { noPlaces, type Places } from '@mimamori/hub/detectors/places.ts'
import type { InferenceClient } from '@mimamori/hub/pipeline/analysis/inference-client.ts'
import { PlacesWatch } from '@mimamori/hub/pipeline/analysis/places-watch.ts'
import type { Room } from './manifest.ts'
import type { Film } from './prepare.ts'
import { filmCamera, runFilm } from './run-film.ts'

/** What A001 concludes from a frame with somebody in it. */
const SEEN = ['too-short', 'person-confirmed', 'already-raised', 'snoozed']

/** The grade of an alert; a certain one has none. */
type Grade = 'possible' | 'look-in'

/**
 * Seconds of the film. `people`: how many the apps counted in each analysed frame; `isSeen`: A001 saw somebody. `learnedAnewS`:
 * when the background was given up for another one.
 */
export type Played = {
  alerts: { appCode: AlertAppCode; atS: number; grade?: Grade }[]
  people: { atS: number; count: number; isSeen: boolean }[]
  learnedAnewS: number[]
  framesSkipped: number
  /** Where people came into view. */
  places: Places
}
/**
 * `folder`: for what the hub would write. `poser`: the pose model; null: without. `places`: where people came into view of this
 * camera before.
 */
type Playing = { folder: string; poser: InferenceClient | null; places?: Places }

/** Throws when the film cannot be read. */
export async function play(film: Film, room: Room, { folder, poser, places = noPlaces }: Playing): Promise<Played> {
  const played: Played = { alerts: [], people: [], learnedAnewS: [], framesSkipped: 0, places }
  const watch = new PlacesWatch(null, places)
  const flow = await runFilm(film.path, filmCamera(room), {
    ...{ spoolDir: folder, poser, places: watch },
    emit(event) {
      if (event.type !== 'incident') return
      const { appCode, detections } = event.alert
      if (appCode === 'A001' || appCode === SIGNAL) return
      played.alerts.push({ appCode, atS: event.raisedAtMs / 1000, ...gradeOf(detections) })
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
  played.places = watch.places
  return played
}

export const gradeOf = (detections: readonly Detection[]): { grade?: Grade } => {
  if (detections.some(({ isLookIn }) => isLookIn)) return { grade: 'look-in' }
  return detections.some(({ isPossible }) => isPossible) ? { grade: 'possible' } : {}
}

/** The places of all clips but one: where people came into view in the others of a set, as in a room's daily life. REAL-12. */
export function withoutOne(lives: readonly Places[], at: number): Places {
  return lives.reduce(
    (all, { weights }, i) =>
      i === at ? all : { weights: weights.map((weight, cell) => weight + all.weights[cell]!), atMs: 0 },
    noPlaces,
  )
}
