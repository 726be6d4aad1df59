/** The rounds sheet: each room of a shift by the hours of the clock. Requirement REACH-82. */
import { z } from 'zod'
import { activity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { READERS } from '../shared/roles.ts'
import { handoverQuery, shiftOfSheet } from './handover.ts'
import { residentMark } from './resident.ts'

const minutes = z.number().int().min(0).max(60)

const roundsMark = z.object({
  kind: z.enum(['alarm', 'check-in', 'visit']),
  at: z.iso.datetime(),
  /** Who checked or cared; at an alarm who went, null: nobody. */
  userName: z.string().nullable(),
  /** Null: no alarm. */
  activity: activity.nullable(),
  /** A fall that the pose model did not confirm. */
  isPossible: z.boolean(),
  kindName: z.string().nullable(),
})
export type RoundsMark = z.infer<typeof roundsMark>

const roundsHour = z.object({
  /** Minutes with frames of any of its cameras; somebody is in bed where one of them says so. */
  seenMinutes: minutes,
  /** Among those in which the bed was known; null: it never was. */
  inBedMinutes: minutes.nullable(),
  bedKnownMinutes: minutes,
  /** Oldest first. */
  marks: z.array(roundsMark),
})
export type RoundsHour = z.infer<typeof roundsHour>

export const roundsSheet = z.object({
  siteName: z.string(),
  timezone: z.string(),
  unitName: z.string().nullable(),
  shift: shiftOfSheet,
  /** When all of this was read: what comes after it is empty. */
  at: z.iso.datetime(),
  /** The beginning of each hour: that of the shift, then full hours of the site's clock. */
  hours: z.array(z.iso.datetime()),
  rooms: z.array(
    z.object({
      /** One of its cameras. */
      cameraId: z.uuid(),
      location: z.string(),
      /** Empty for roles that may not read residents. */
      residents: z.array(residentMark),
      unitName: z.string().nullable(),
      /** One for each of `hours`. */
      hours: z.array(roundsHour),
    }),
  ),
})
export type RoundsSheet = z.infer<typeof roundsSheet>

export const roundsEndpoints = {
  'handover.rounds': endpoint({
    method: 'GET',
    path: 'handover/rounds',
    access: READERS,
    summary:
      'The rooms of a shift by the hour: minutes in bed, check-ins, care visits, alarms and who went. The shift is chosen as in `handover.get`.',
    query: handoverQuery,
    response: roundsSheet,
  }),
}
