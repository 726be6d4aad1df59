/** Runs the pose model's pace, its tracks and the apps over a recorded film, as the hub's own `PeopleApps` does. REAL-01. */
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import { isAboutPeople, judgeOfPeople } from '@mimamori/hub/detectors/people-judge.ts'
import { noPlaces, type Places } from '@mimamori/hub/detectors/places.ts'
import { PlacesWatch } from '@mimamori/hub/pipeline/analysis/places-watch.ts'
import { PoseWatch } from '@mimamori/hub/pose/pose-watch.ts'
import type { Scene } from '@mimamori/hub/vision/background/background.ts'
import type { Room } from '../manifest.ts'
import { gradeOf, type Played } from '../play.ts'
import { filmCamera } from '../run-film.ts'
import { SIZE } from './film-frames.ts'
import type { FilmLooks } from './film-looks.ts'
import { type Recording, unpacked } from './recording.ts'

/** The alerts of the film, and where people came into view. `looks`: number of answers; `stumblesS`: when somebody was up again before it counted. */
export type Replayed = Pick<Played, 'alerts' | 'places'> & { looks: number; stumblesS: number[] }

/** `before`: where people came into view of this camera before. */
export async function replay(
  { frames, aspect }: Recording,
  room: Room,
  eye: FilmLooks,
  before: Places = noPlaces,
): Promise<Replayed> {
  const { apps, seats, doors } = filmCamera(room)
  const drawn = { ...(seats.length > 0 && { seats }), ...(doors.length > 0 && { doors }) }
  const poses = new PoseWatch(SIZE)
  const places = new PlacesWatch(null, before)
  const judges = apps.flatMap(({ settings }) =>
    isAboutPeople(settings) ? [judgeOfPeople({ settings, schedule: null, timezone: 'UTC' })] : [],
  )
  const alerts: Replayed['alerts'] = []
  const stumblesS: number[] = []
  let looks = 0
  for (const { atMs, state, people, figures, foregroundShare, movingShare, isClear, mask } of frames) {
    const posed = poses.seen(atMs)
    const seen = posed ? { poses: posed, usual: places.usual(posed, (ms) => ms) } : {}
    const known = { people, figures, movingShare, isClear, ...drawn, ...seen, isBedKnown: false }
    const frame = { atMs, isReliable: state === 'watching', ...known }
    const judged = judges.map((judge) => judge(frame))
    for (const { appCode, boxes, isLookIn, isPossible } of judged.flatMap(({ incidents }) => incidents)) {
      const detections = boxes.map((box) => ({
        ...box,
        ...(isLookIn && { isLookIn }),
        ...(isPossible && { isPossible }),
      }))
      if (appCode !== 'A001')
        alerts.push({ appCode: appCode as AlertAppCode, atS: atMs / 1000, ...gradeOf(detections as never) })
    }
    if (judged.some(({ reason }) => reason === 'stumbled')) stumblesS.push(atMs / 1000)
    const scene = { state, foregroundShare, movingShare } as Scene
    if (
      !poses.wants(
        scene,
        atMs,
        judged.some(({ wantsPose }) => wantsPose),
      )
    )
      continue
    looks++
    poses.asked({ ...scene, foreground: unpacked(mask) }, atMs)
    poses.take(await eye.answer(atMs, (all, isGray) => poses.closer(all, { aspect, isGray })), aspect)
  }
  return { alerts, places: places.places, looks, stumblesS }
}
