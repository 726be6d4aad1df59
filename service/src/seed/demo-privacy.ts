/**
 * Privacy settings of the demo's cameras, by scene. The images of the past are drawn with the same settings. CAM-09.
 */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'

export type Privacy = DesiredCamera['privacy']

export const NO_PRIVACY: Privacy = { level: 'none', masks: [] }

const WASHBASIN = [
  { x: 0.75, y: 0.32 },
  { x: 0.87, y: 0.14 },
  { x: 1, y: 0.2 },
  { x: 1, y: 0.84 },
  { x: 0.76, y: 0.82 },
]

export const DEMO_PRIVACY: Readonly<Record<string, Privacy>> = {
  'room-205': { level: 'silhouette', masks: [] },
  'room-206': { level: 'none', masks: [{ name: 'Washbasin', corners: WASHBASIN }] },
  'room-207': { level: 'blur', masks: [] },
}
