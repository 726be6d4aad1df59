/** What a drawn picture shows: the truth that tests compare detections with. */
import type { Posture } from '../person/track.ts'

/** A person in the picture: the box around them in shares of its width and height. */
export type Label = {
  box: { x: number; y: number; width: number; height: number }
  posture: Posture
  role: 'resident' | 'carer'
}

/** `light`: 'day' includes the evening's lamps. */
export type FrameLabels = { people: Label[]; light: 'day' | 'night' }
