/** Bed regions of the demo's rooms, as a technician would draw them. */
import type { Region } from '@mimamori/contract/shared/geometry.ts'

/** `corners`: head, then feet, in shares of the image. `headToFeet` as in `Region`. */
const bed = (headToFeet: number, ...corners: (readonly [x: number, y: number])[]): Region => ({
  name: 'ベッド Bed',
  corners: corners.map(([x, y]) => ({ x, y })),
  headToFeet,
})

/** By the key of the camera. */
export const DEMO_BEDS: Readonly<Record<string, Region>> = {
  'room-201': bed(166, [0.556, 0.3511], [0.6284, 0.4089], [0.4011, 0.5236], [0.3494, 0.4346]),
  'room-202': bed(24, [0.1921, 0.5532], [0.3202, 0.4453], [0.5776, 0.6084], [0.4727, 0.8079]),
  'room-203': bed(149, [0.4962, 0.3235], [0.584, 0.3569], [0.4486, 0.523], [0.3441, 0.4587]),
  'room-205': bed(31, [0.5001, 0.3041], [0.4064, 0.3437], [0.5575, 0.5368], [0.6682, 0.4583]),
  'room-206': bed(0, [0.2726, 0.3643], [0.2164, 0.4799], [0.5271, 0.4851], [0.524, 0.3676]),
  'room-207': bed(31, [0.1117, 0.5095], [0.2515, 0.4154], [0.4541, 0.588], [0.3078, 0.7696]),
}
