/** Nights, falls and reports of one resident across all their rooms. Requirement RESIDENT-01. */
import { z } from 'zod'
import { STORED_OUTCOMES } from '../shared/alarm-state.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'
import { ACCIDENT_STATES } from './care-lists.ts'
import { RESIDENT_STAFF } from './resident-title.ts'

/** The room at that time. `isShared`: others stayed there, too, and the camera does not identify people. */
const room = { cameraId: z.uuid(), location: z.string(), isShared: z.boolean() }

const night = z.object({
  ...room,
  /** The day on which it began. */
  day: z.iso.date(),
  coverageShare: z.number(),
  /** Null: nobody was in bed, or the coverage was too low. */
  sleepMinutes: z.number().nullable(),
  score: z.number().nullable(),
  bedtimeOfDay: z.number().int().nullable(),
  getUpOfDay: z.number().int().nullable(),
})
const fall = z.object({
  ...room,
  alertId: z.uuid(),
  occurredAt: z.iso.datetime(),
  /** Null: no verdict. False alarms are left out. */
  verdict: z.enum(['real', 'unsure']).nullable(),
  outcome: z.enum(STORED_OUTCOMES).nullable(),
})
const report = z.object({
  ...room,
  kind: z.enum(['incident', 'accident']),
  /** For an accident report its own id, for an incident report that of its alert. */
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Null for incident reports. */
  state: z.enum(ACCIDENT_STATES).nullable(),
})
const residentLife = z.object({
  /** Newest first, each list with at most LIFE_MOST rows. */
  nights: z.array(night),
  falls: z.array(fall),
  reports: z.array(report),
})
export type ResidentLife = z.infer<typeof residentLife>
/** Maximum number of rows of each kind. */
export const LIFE_MOST = 90

export const residentLifeEndpoints = {
  'resident.life': endpoint({
    method: 'GET',
    path: 'resident/:id/life',
    access: RESIDENT_STAFF,
    summary:
      'Nights, falls and reports of a resident in the rooms of all stays; a night belongs to the stay that covers its bedtime.',
    params: byId,
    response: residentLife,
  }),
}
