/** What an app sees now, and what other settings would have raised in the last hour. Requirement APP-06. */
import type { DesiredCamera } from '@mimamori/contract/hub.ts'
import {
  ANSWER_PICTURE_CHARACTERS,
  type HubAnswer,
  type Tried,
  type TryoutQuestion,
} from '@mimamori/contract/hub-question.ts'
import type { MotionIncident } from '#apps/motion.ts'
import { type MotionWatch, replayMotion } from '#apps/motion-watch.ts'
import type { Glimpse } from './analysis.ts'
import type { MeasurementLog } from './measurement-log.ts'

/** The answer tells of the newest; a list that is longer is no help to anybody. */
const INCIDENTS_TOLD = 50
const BOXES_TOLD = 20

type Known = {
  log: MeasurementLog
  glimpse: Glimpse | null
  /** The camera's settings in force. */
  inForce: Pick<DesiredCamera, 'apps' | 'timezone' | 'privacy'>
}

/** Answers from what is known of a camera. Only A003 is judged on this hub: others are refused before. */
export function tryoutAnswer(
  { settings, schedule }: TryoutQuestion,
  { log, glimpse, inForce }: Known,
): HubAnswer<'tryout'> {
  if (settings.appCode !== 'A003') {
    return { failure: { key: 'not-installed', text: `This version of the hub cannot run ${settings.appCode}.` } }
  }
  const runs = [...log.runs()]
  const { timezone } = inForce
  const replay = (of: Omit<MotionWatch, 'timezone'>) => tried(replayMotion(runs, { ...of, timezone }))
  const app = inForce.apps.find(({ appCode }) => appCode === settings.appCode)
  return {
    result: {
      type: 'tryout',
      ...seenOf(glimpse, inForce.privacy),
      logFrom: log.fromMs === null ? null : timeOf(log.fromMs),
      wouldRaise: replay({ settings, schedule }),
      raised: app?.settings.appCode === 'A003' ? replay({ settings: app.settings, schedule: app.schedule }) : null,
    },
  }
}

/** A picture of a camera with privacy stays here: what is measured needs none. */
function seenOf(glimpse: Glimpse | null, { level, masks }: DesiredCamera['privacy']) {
  if (!glimpse) return { frame: null, seen: null }
  const { jpeg, capturedAtMs, frame, reason } = glimpse
  const text = jpeg?.toString('base64') ?? ''
  const isPrivate = level !== 'none' || masks.length > 0
  const isFitting = !isPrivate && text !== '' && text.length <= ANSWER_PICTURE_CHARACTERS
  return {
    frame: isFitting ? { jpeg: text, takenAt: timeOf(capturedAtMs) } : null,
    seen: frame && {
      isReliable: frame.isReliable,
      changedPercent: frame.changedShare * 100,
      movingPercent: frame.movingShare * 100,
      reason: reason ?? 'quiet',
      detections: frame.boxes.slice(0, BOXES_TOLD).map((box) => ({ label: 'motion' as const, box })),
    },
  }
}

function tried(incidents: readonly MotionIncident[]): Tried {
  const newest = incidents.slice(-INCIDENTS_TOLD).reverse()
  return { count: incidents.length, newest: newest.map(({ occurredAtMs }) => timeOf(occurredAtMs)) }
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}
