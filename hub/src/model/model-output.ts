/** The people in a model's output: candidates above the confidence limit, each body once, in shares of the frame. Pure. */

import type { SeenBody } from '#vision/body/person.ts'
import { sharedPart } from '#vision/geometry.ts'
import { type Joint, poseOfBox, poseOfJoints } from './body-pose.ts'
import type { Fit } from './letterbox.ts'
import { CHANNELS } from './model-shape.ts'

/** Output in channel-major order; coordinates in pixels of the model's input. */
export type Answer = { data: Float32Array; channels: number; candidates: number }

type Candidate = { at: number; confidence: number; x: number; y: number; width: number; height: number }

const CONFIDENCE_MIN = 0.4
/** Candidates that overlap by more are the same body. */
const SAME_BODY = 0.5
const CANDIDATES_LOOKED_AT = 300
const BODIES_MAX = 20
const JOINTS = 17

/** At most 20 bodies, by descending confidence. Ignores candidates with invalid numbers. */
export function bodiesIn(answer: Answer, fit: Fit): SeenBody[] {
  const retained: Candidate[] = []
  for (const candidate of candidatesIn(answer)) {
    if (retained.length === BODIES_MAX) break
    if (retained.every((one) => sharedPart(one, candidate) <= SAME_BODY)) retained.push(candidate)
  }
  return retained.flatMap((candidate) => bodyOf(candidate, answer, fit) ?? [])
}

function candidatesIn({ data, channels, candidates }: Answer): Candidate[] {
  // Class 0 of several classes is a person; joints are not classes.
  const found: Candidate[] = []
  for (let at = 0; at < candidates; at++) {
    const confidence = data[4 * candidates + at]!
    if (!(confidence >= CONFIDENCE_MIN)) continue
    if (channels === CHANNELS.things && !isPerson(data, candidates, at, confidence)) continue
    const [width, height] = [data[2 * candidates + at]!, data[3 * candidates + at]!]
    const [x, y] = [data[at]! - width / 2, data[candidates + at]! - height / 2]
    if (![x, y, width, height].every(Number.isFinite) || width <= 0 || height <= 0) continue
    found.push({ at, confidence: Math.min(1, confidence), x, y, width, height })
  }
  return found.sort((a, b) => b.confidence - a.confidence).slice(0, CANDIDATES_LOOKED_AT)
}

function isPerson(data: Float32Array, candidates: number, at: number, confidence: number): boolean {
  for (let channel = 5; channel < CHANNELS.things; channel++) {
    if (data[channel * candidates + at]! > confidence) return false
  }
  return true
}

/** Null if the body is outside the frame. */
function bodyOf(candidate: Candidate, answer: Answer, fit: Fit): SeenBody | null {
  const { x, y, width, height, confidence } = candidate
  const share = (value: number) => Math.min(1, Math.max(0, value))
  const [left, top] = [share((x - fit.left) / fit.width), share((y - fit.top) / fit.height)]
  const [right, bottom] = [share((x + width - fit.left) / fit.width), share((y + height - fit.top) / fit.height)]
  if (right <= left || bottom <= top) return null
  const joints = answer.channels === CHANNELS.pose ? jointsOf(candidate.at, answer) : []
  const pose = poseOfJoints(joints) ?? poseOfBox({ width, height })
  return { box: { x: left, y: top, width: right - left, height: bottom - top }, pose, confidence }
}

function jointsOf(at: number, { data, candidates }: Answer): Joint[] {
  const value = (channel: number) => data[channel * candidates + at]!
  return Array.from({ length: JOINTS }, (_, i) => ({
    x: value(5 + 3 * i),
    y: value(6 + 3 * i),
    confidence: value(7 + 3 * i),
  }))
}
