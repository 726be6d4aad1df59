/** Converts a camera pipeline's output to wall-clock time. */
import type { TryoutRequest, WalkRequest } from '@mimamori/contract/camera/hub-request.ts'
import type { CameraAnswer, LiveEvent } from '../worker-message.ts'
import type { FlowEvent } from './flow-options.ts'

type ToWall = (ms: number) => number
const iso = (text: string, toWall: ToWall) => new Date(toWall(Date.parse(text))).toISOString()

/** Runs and segments need no conversion: their file names carry wall-clock times. */
export function eventInWallTime(event: FlowEvent, toWall: ToWall): FlowEvent {
  if (event.type === 'incident') {
    const alert = { ...event.alert, occurredAt: iso(event.alert.occurredAt, toWall) }
    return { ...event, alert, raisedAtMs: toWall(event.raisedAtMs) }
  }
  if (event.type === 'clip') return { ...event, startedAtMs: toWall(event.startedAtMs) }
  if (event.type === 'frame') return { ...event, capturedAtMs: toWall(event.capturedAtMs) }
  return event
}

export function liveInWallTime(event: LiveEvent, toWall: ToWall): LiveEvent {
  return event.type === 'live' ? { ...event, capturedAtMs: toWall(event.capturedAtMs) } : event
}

/** Keys of times in an answer about a camera's observations. */
const TIMES = new Set(['takenAt', 'seenAt', 'logFrom', 'newest'])

export function answerInWallTime(answer: CameraAnswer, toWall: ToWall): CameraAnswer {
  const moved = (key: string, value: unknown): unknown => {
    if (!TIMES.has(key)) return value
    if (Array.isArray(value)) return value.map((one: string) => iso(one, toWall))
    return typeof value === 'string' ? iso(value, toWall) : value
  }
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) => moved(key, value))
}

/** A walk test's request contains a wall-clock time. */
export function requestFromWall<Request extends TryoutRequest | WalkRequest>(
  request: Request,
  fromWall: ToWall,
): Request {
  return request.type === 'walk' ? { ...request, since: iso(request.since, fromWall) } : request
}
