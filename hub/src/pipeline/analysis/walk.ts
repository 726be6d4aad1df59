/** What a camera detects in a walk test's step, from its log: the hub stores nothing of a test. Requirement REAL-11. */
import type { HubAnswer, TryoutRequest, WalkRequest } from '@mimamori/contract/camera/hub-request.ts'
import { isAboutPeople } from '#detectors/people-judge.ts'
import { BEFORE_STEP_MS, placesIn, walkResult } from '../room/walk-reading.ts'
import type { CameraAnswer } from '../worker-message.ts'
import { viewsFor } from './people-apps.ts'
import { imageOf, type Known, tryoutAnswer } from './tryout.ts'

const PEOPLE_LISTED = 20

/** The answer to a request about what a camera detects. */
export function cameraAnswer(request: TryoutRequest | WalkRequest, known: Known): CameraAnswer {
  return request.type === 'walk' ? walkAnswer(request, known) : tryoutAnswer(request, known)
}

/** Answers from the camera's log and latest observation. */
function walkAnswer({ step, spot, since }: WalkRequest, known: Known): HubAnswer<'walk'> {
  const { log, observation, inForce } = known
  const views = inForce.apps.flatMap(({ settings }) =>
    isAboutPeople(settings) ? viewsFor(settings, inForce.beds).filter((view) => view !== null) : [],
  )
  const fromMs = Date.parse(since) - BEFORE_STEP_MS
  // A view with an outlined bed goes before one with a guessed camera position.
  const frames =
    views.map((view) => log.people.framesOf(view, fromMs)).toSorted((a, b) => bedFirst(b) - bedFirst(a))[0] ?? []
  const newest = frames.at(-1)
  const blind = views.length === 0 ? 'app-off' : observation === null ? 'no-image' : isLearning(newest)
  const people = blind === null && newest ? placesIn(newest).slice(0, PEOPLE_LISTED) : []
  const sinceMs = Date.parse(since)
  return {
    result: {
      type: 'walk',
      frame: imageOf(observation),
      blind,
      hasBed: newest?.isBedKnown ?? false,
      people,
      ...walkResult(frames, { step, spot, sinceMs }),
    },
  }
}

type Frame = ReturnType<Known['log']['people']['framesOf']>[number]
const bedFirst = (frames: readonly Frame[]): number => (frames.at(-1)?.isBedKnown ? 1 : 0)
const isLearning = (frame: Frame | undefined) => (frame?.isReliable ? null : 'learning')
