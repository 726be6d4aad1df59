/** What a home shows the authorities once a year, from its own records. Requirement REACH-83. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { calendarDay } from '../shared/page.ts'
import { EVIDENCE_YEARS } from './care-lists.ts'
import { RESIDENT_ADMINS } from './resident-title.ts'

const count = z.number().int()
const seconds = z.number().nullable()
const reports = { accidents: count, nearMisses: count }

const evidenceMonth = z.object({
  /** The first day of the month. */
  from: z.iso.date(),
  /** Rooms with a camera at the end of the month, or now. */
  rooms: count,
  alarms: count,
  /** Falls that staff judged real. */
  falls: count,
  /** Median from the alarm until somebody went, and was there; null: nobody did. */
  claimedSeconds: seconds,
  arrivedSeconds: seconds,
  checkIns: count,
  visits: count,
  ...reports,
})
export type EvidenceMonth = z.infer<typeof evidenceMonth>

const evidenceWeek = z.object({
  from: z.iso.date(),
  ...reports,
  /** Those between 22:00 and 5:00. */
  atNight: count,
})
export type EvidenceWeek = z.infer<typeof evidenceWeek>

export const evidence = z.object({
  siteName: z.string(),
  at: z.iso.datetime(),
  /** The year that begins in April. */
  year: count,
  /** The months that have begun. */
  months: z.array(evidenceMonth).max(12),
  /** The first day of the nine weeks. */
  weeksFrom: z.iso.date(),
  /** Nine weeks before that day, and nine from it: those that have begun. */
  before: z.array(evidenceWeek),
  since: z.array(evidenceWeek),
})
export type Evidence = z.infer<typeof evidence>

const isOfYears = (day: string) =>
  Number(day.slice(0, 4)) >= EVIDENCE_YEARS.first && Number(day.slice(0, 4)) <= EVIDENCE_YEARS.last

export const evidenceEndpoints = {
  'evidence.get': endpoint({
    method: 'GET',
    path: 'evidence',
    access: RESIDENT_ADMINS,
    whileBound: 'refused',
    summary:
      'Figures of the site for the authorities: a year by month, and accident and near-miss reports of nine weeks beside the nine before.',
    query: z.strictObject({
      /** Default: the running one. */
      year: z.coerce.number().int().min(EVIDENCE_YEARS.first).max(EVIDENCE_YEARS.last).optional(),
      /** In one of these years; default: nine weeks ago. */
      weeksFrom: calendarDay('resident.date-invalid').refine(isOfYears, 'resident.date-invalid').optional(),
    }),
    response: evidence,
    lasting: true,
  }),
}
