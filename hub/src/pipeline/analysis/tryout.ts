/** An app's current view, and what other settings would have raised in the last hour. Requirement APP-06. */

import {
  ANSWER_IMAGE_CHARACTERS,
  type HubAnswer,
  type Tried,
  type TryoutRequest,
} from '@mimamori/contract/camera/hub-request.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { MotionIncident } from '#detectors/motion.ts'
import { type MotionWatch, replayMotion } from '#detectors/motion-watch.ts'
import type { PeopleFrame } from '#detectors/people-frame.ts'
import { isAboutPeople, judgeOfPeople, type PeopleRule, type PeopleSettings } from '#detectors/people-judge.ts'
import type { MeasurementLog } from './measurement-log.ts'
import type { Observation } from './observation.ts'
import { viewsFor } from './people-apps.ts'

/** Maximum number of incidents in the answer, the latest first. */
const INCIDENTS_LISTED = 50
const BOXES_LISTED = 20

export type Known = {
  log: MeasurementLog
  observation: Observation | null
  /** The camera's settings in force. */
  inForce: Pick<DesiredCamera, 'apps' | 'beds' | 'timezone'>
}

/** Answers from the camera's log and latest observation. */
export function tryoutAnswer({ settings, schedule }: TryoutRequest, known: Known): HubAnswer<'tryout'> {
  if (isAboutPeople(settings)) return aboutPeople(settings, schedule, known)
  const { log, observation, inForce } = known
  const runs = [...log.runs()]
  const { timezone } = inForce
  const replay = (of: Omit<MotionWatch, 'timezone'>) => tried(replayMotion(runs, { ...of, timezone }))
  const app = inForce.apps.find(({ appCode }) => appCode === settings.appCode)
  return {
    result: {
      type: 'tryout',
      ...seenOf(observation),
      logFrom: log.fromMs === null ? null : timeOf(log.fromMs),
      wouldRaise: replay({ settings, schedule }),
      raised: app?.settings.appCode === 'A003' ? replay({ settings: app.settings, schedule: app.schedule }) : null,
    },
  }
}

/**
 * The log has people as detected with the outlines in force, so other outlines cannot be tried before they are saved. The
 * replay begins with the oldest frame: an incident raised just before it may be raised again.
 */
function aboutPeople(
  settings: PeopleSettings,
  schedule: TryoutRequest['schedule'],
  { log, observation, inForce }: Known,
): HubAnswer<'tryout'> {
  const { timezone } = inForce
  const app = inForce.apps.find(({ appCode }) => appCode === settings.appCode)
  const views = viewsFor(settings, inForce.beds)
  const logs = views.map((view) => (view === null ? [] : log.people.framesOf(view)))
  const replay = (rule: PeopleRule) =>
    tried(
      logs.flatMap((frames) => frames.flatMap(framesJudge(rule))).toSorted((a, b) => a.occurredAtMs - b.occurredAtMs),
    )
  const from = logs.flatMap((frames) => frames[0]?.atMs ?? []).toSorted((a, b) => a - b)[0]
  return {
    result: {
      type: 'tryout',
      frame: imageOf(observation),
      seen: peopleIn(observation, settings.appCode),
      logFrom: from === undefined ? null : timeOf(from),
      wouldRaise: replay({ settings, schedule, timezone }),
      raised:
        app && isAboutPeople(app.settings)
          ? replay({ settings: app.settings, schedule: app.schedule, timezone })
          : null,
    },
  }
}

function framesJudge(rule: PeopleRule) {
  const judge = judgeOfPeople(rule)
  return (frame: PeopleFrame) => judge(frame).incidents
}

function peopleIn(observation: Observation | null, appCode: PeopleSettings['appCode']) {
  const seen = observation?.seenBy(appCode) ?? null
  if (!seen) return null
  const { frame, reason } = seen
  const people = appCode === 'A001' ? frame?.figures : frame?.people
  return {
    isReliable: frame?.isReliable ?? true,
    changedPercent: 100 * (frame?.figures.reduce((sum, { areaShare }) => sum + areaShare, 0) ?? 0),
    movingPercent: 100 * (frame?.movingShare ?? 0),
    reason,
    detections: (people ?? []).slice(0, BOXES_LISTED).map(({ box }) => ({ label: 'person' as const, box })),
  }
}

/** The version that may be shown; null if no frame arrives, or none may leave. */
export function imageOf(observation: Observation | null) {
  const text = observation?.jpeg?.toString('base64') ?? ''
  const isFitting = text !== '' && text.length <= ANSWER_IMAGE_CHARACTERS
  return observation && isFitting ? { jpeg: text, takenAt: timeOf(observation.capturedAtMs) } : null
}

function seenOf(observation: Observation | null) {
  if (!observation) return { frame: null, seen: null }
  const { frame, reason } = observation
  return {
    frame: imageOf(observation),
    seen: frame && {
      isReliable: frame.isReliable,
      changedPercent: frame.changedShare * 100,
      movingPercent: frame.movingShare * 100,
      reason: reason ?? 'quiet',
      detections: frame.boxes.slice(0, BOXES_LISTED).map((box) => ({ label: 'motion' as const, box })),
    },
  }
}

function tried(incidents: readonly Pick<MotionIncident, 'occurredAtMs'>[]): Tried {
  const newest = incidents.slice(-INCIDENTS_LISTED).reverse()
  return { count: incidents.length, newest: newest.map(({ occurredAtMs }) => timeOf(occurredAtMs)) }
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}
