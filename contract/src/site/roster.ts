/** The roster: who works which shift on which day. Requirement REACH-10; domain.md "Shifts and duty". */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { calendarDay } from '../shared/page.ts'
import { ADMINS, READERS } from '../shared/roles.ts'
import { line } from '../shared/text.ts'
import { ROSTER_CODE_MAX, ROSTER_CODES_MAX, ROSTER_PEOPLE_MAX, SHIFTS_OF_DAY_MAX } from './site-lists.ts'

/** A month of the calendar, `2026-11`, within a century of ours. */
const month = z.string('roster.month-invalid').regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'roster.month-invalid')
const code = line(ROSTER_CODE_MAX).min(1)

const cell = z.strictObject({
  day: calendarDay('roster.day-outside'),
  shiftIds: z.array(z.uuid()).max(SHIFTS_OF_DAY_MAX),
  /** Why a person without a shift is off, in the house's own codes; null: no reason, or a shift. */
  mark: code.nullable(),
})
export type RosterCell = z.infer<typeof cell>

const rosterLine = z.object({
  userId: z.uuid(),
  name: z.string(),
  unitNames: z.array(z.string()),
  /** Shifts that count while the person is not in the roster of the day. */
  standing: z.array(z.string()),
  isDisabled: z.boolean(),
  /** The last day on which the person is marked away; null: none. */
  awayUntil: z.string().nullable(),
  /** Whether the reader may change the line. */
  mayChange: z.boolean(),
  /** 0: the person is not in the roster of the month. */
  version: z.number().int(),
  editedBy: z.string().nullable(),
  editedAt: z.iso.datetime().nullable(),
  /** Days with a shift or a mark, in their order. */
  days: z.array(cell),
})
export type RosterLine = z.infer<typeof rosterLine>

const rosterCode = z.strictObject({
  code,
  /** Null: no work on that day. */
  shiftId: z.uuid().nullable(),
})
export type RosterCode = z.infer<typeof rosterCode>

const roster = z.object({
  month,
  /** The site's day. */
  today: z.iso.date(),
  /** A roster decides today who is on duty; false: everybody's standing shifts. */
  hasRoster: z.boolean(),
  shifts: z.array(
    z.object({ id: z.uuid(), name: z.string(), startMinute: z.number().int(), endMinute: z.number().int() }),
  ),
  codes: z.array(rosterCode),
  /** People who can have a line, and those who have one; stations have none. By name. */
  lines: z.array(rosterLine),
})
export type Roster = z.infer<typeof roster>

const change = z.strictObject({
  userId: z.uuid(),
  /** The version of the line that was edited; 0 for a person without a line. */
  version: z.number().int().min(0),
  /** The days that change. Null: the line goes, and the standing shifts of the person count. */
  days: z.array(cell).max(31).nullable(),
})
export type RosterChange = z.infer<typeof change>

const draft = z
  .strictObject({
    month,
    lines: z.array(change).max(ROSTER_PEOPLE_MAX),
    /** Codes whose meaning is stored for the next file. */
    codes: z.array(rosterCode).max(ROSTER_CODES_MAX).default([]),
  })
  .superRefine(({ month: of, lines, codes }, context) => {
    const report = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', message, path })
    const people = new Set<string>()
    for (const [at, { userId, days }] of lines.entries()) {
      if (people.has(userId)) report('roster.person-repeated', 'lines', at, 'userId')
      people.add(userId)
      const seen = new Set<string>()
      for (const [where, { day, shiftIds, mark }] of (days ?? []).entries()) {
        const path = ['lines', at, 'days', where]
        if (!day.startsWith(`${of}-`) || seen.has(day)) report('roster.day-outside', ...path, 'day')
        if (mark !== null && shiftIds.length > 0) report('roster.mark-with-shift', ...path, 'mark')
        if (new Set(shiftIds).size < shiftIds.length) report('roster.shift-unknown', ...path, 'shiftIds')
        seen.add(day)
      }
    }
    if (new Set(codes.map((one) => one.code)).size < codes.length) report('roster.code-twice', 'codes')
  })
export type RosterDraft = z.input<typeof draft>

export const rosterEndpoints = {
  'roster.get': endpoint({
    method: 'GET',
    path: 'roster',
    access: READERS,
    summary:
      'The roster of a month at the site that is worked on, with the people who can be in it. People bound to units get those of their units.',
    query: z.strictObject({ /** Omitted: the current one. */ month: month.optional() }),
    response: roster,
  }),
  'roster.save': endpoint({
    method: 'PUT',
    path: 'roster',
    access: ADMINS,
    whileBound: 'within-units',
    summary:
      'Change days of a month’s roster, all of them or none. 409 `conflict` when somebody else has changed one of these lines since `version`.',
    body: draft,
    /** The new versions. */
    response: z.object({ lines: z.array(z.object({ userId: z.uuid(), version: z.number().int() })) }),
    changes: true,
  }),
}
