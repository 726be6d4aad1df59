/** The people in MoveNet's output, in shares of the frame. Pure. */
import type { SeenBody } from '#vision/body/person.ts'
import { CONFIDENCE_MIN } from '#vision/people/pose-limits.ts'

/** For each person: 17 joints as y, x and score, then the box as top, left, bottom, right, then the score. */
export const NUMBERS = 56
const PEOPLE = 6
const JOINTS = 17
const BOX = 3 * JOINTS
const SCORE = NUMBERS - 1

/** People above the confidence limit, in the model's order. Throws if the output has another shape. */
export function bodiesOf(answer: Float32Array): SeenBody[] {
  if (answer.length !== PEOPLE * NUMBERS) throw new Error(`the pose model answered ${answer.length} numbers`)
  return Array.from({ length: PEOPLE }, (_, at) => answer.subarray(at * NUMBERS, (at + 1) * NUMBERS)).flatMap(
    (numbers) => bodyOf(numbers) ?? [],
  )
}

/** Null: no person, or invalid numbers. */
function bodyOf(numbers: Float32Array): SeenBody | null {
  const confidence = numbers[SCORE]!
  // The output always has six entries.
  if (!(confidence >= CONFIDENCE_MIN) || !numbers.every(Number.isFinite)) return null
  const [top, left, bottom, right] = [...numbers.subarray(BOX, BOX + 4)].map(share) as [number, number, number, number]
  if (right <= left || bottom <= top) return null
  const joints = Array.from({ length: JOINTS }, (_, joint) => {
    const [y, x, sure] = numbers.subarray(3 * joint, 3 * joint + 3) as unknown as [number, number, number]
    return { x, y, confidence: sure }
  })
  return { box: { x: left, y: top, width: right - left, height: bottom - top }, pose: null, confidence, joints }
}

const share = (value: number) => Math.min(1, Math.max(0, value))
