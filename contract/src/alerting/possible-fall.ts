/** Falls that the background alone saw: they are called possible wherever an alert is named. REAL-03. */
import type { Detection } from '../shared/geometry.ts'
import type { Verdict } from './alert-lists.ts'

/** Whether an alert with these detections is a possible fall: until staff judge it a real one. */
export function isPossibleFall(detections: readonly Pick<Detection, 'isPossible'>[], verdict: Verdict | null): boolean {
  return verdict !== 'real' && detections.some(({ isPossible }) => isPossible === true)
}
