/** Nights, falls and reports of one resident over all their rooms. Requirement RESIDENT-01. */
import { z } from 'zod'
import { ALARM_OUTCOMES } from '../alerting/alarm-state.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'
import { ACCIDENT_STATES } from './accident-state.ts'
import { RESIDENT_STAFF } from './resident-title.ts'

/** The room at that time. `isShared`: others stayed there, too, and the camera does not say who it was. */
const room = { cameraId: z.uuid(), location: z.string(), isShared: z.boolean() }

const night = z.object({
  ...room,
  /** On which it began. */
  day: z.iso.date(),
  coverageShare: z.number(),
  /** Null: nobody was in bed, or too little was seen. */
  sleepMinutes: z.number().nullable(),
  score: z.number().nullable(),
  bedtimeOfDay: z.number().int().nullable(),
  getUpOfDay: z.number().int().nullable(),
})
const fall = z.object({
  ...room,
  alertId: z.uuid(),
  occurredAt: z.iso.datetime(),
  /** Null: nobody has judged it. False alarms are left out. */
  verdict: z.enum(['real', 'unsure']).nullable(),
  outcome: z.enum([...ALARM_OUTCOMES, 'read-before']).nullable(),
})
const report = z.object({
  ...room,
  kind: z.enum(['incident', 'accident']),
  /** Of an accident report its own id, of an incident report that of its alert. */
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Of an accident report. */
  state: z.enum(ACCIDENT_STATES).nullable(),
})
const residentLife = z.object({
  /** Each the newest first, at most as many as LIFE_MOST says. */
  nights: z.array(night),
  falls: z.array(fall),
  reports: z.array(report),
})
export type ResidentLife = z.infer<typeof residentLife>
/** Rows of each kind at most. */
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
