/** What saving a sheet would do: whom and what it does not understand, and the differences to what stands. Pure. REACH-11. */
import type { Roster, RosterCell, RosterChange, RosterCode, RosterLine } from '@mimamori/contract/site/roster.ts'
import { SHIFTS_OF_DAY_MAX } from '@mimamori/contract/site/site-lists.ts'
import { daysOfMonth, weekdayIndex } from '#lib/time/calendar-day.ts'
import { type Meanings, partsOf, toCell, toCodes, usualMeaning } from './roster-codes.ts'
import { personNamed, type RosterSheet, type SheetRow } from './roster-sheet.ts'

/** What the reader decided; a row that is `out` is left out. */
export type Choices = {
  people: ReadonlyMap<number, string | 'out'>
  codes: ReadonlyMap<string, string | null>
  /** The month is right, although weekdays differ; days that it does not have are left out. */
  isMonthSure: boolean
}

export type PlanRow = SheetRow & { userId: string | null; isOut: boolean; problem: 'unknown' | 'twice' | null }
/** `shiftId` undefined: not understood. */
export type PlanCode = { code: string; shiftId: string | null | undefined; count: number }
export type Difference = {
  line: RosterLine
  isNew: boolean
  days: { day: string; before: RosterCell | undefined; after: RosterCell }[]
}
export type Plan = {
  rows: PlanRow[]
  codes: PlanCode[]
  /** Days with codes that the month does not have. */
  outside: number[]
  /** The sheet gives its first day another weekday: it is of another month. */
  isOtherMonth: boolean
  /** People with a line who are not in the sheet: they stay as they are. */
  missing: RosterLine[]
  differences: Difference[]
  /** Problems that keep the sheet from being saved. */
  problemCount: number
  changes: RosterChange[]
  /** To be remembered. */
  learned: RosterCode[]
}

/** `roster`: what stands in the month that is chosen. */
export function planOf(sheet: RosterSheet, roster: Roster, choices: Choices): Plan {
  const days = daysOfMonth(roster.month)
  const rows = withPeople(sheet, roster, choices)
  const used = rows.filter(({ isOut }) => !isOut)
  const codes = codesIn(used, roster, choices)
  const outside = sheet.days.filter((day, at) => day > days.length && used.some(({ cells }) => cells[at] !== ''))
  const isOtherMonth = sheet.weekday !== null && weekdayIndex(days[sheet.days[0]! - 1] ?? days[0]!) !== sheet.weekday
  const problemCount =
    rows.filter(({ problem }) => problem !== null).length +
    codes.filter(({ shiftId }) => shiftId === undefined).length +
    ((outside.length > 0 || isOtherMonth) && !choices.isMonthSure ? 1 : 0)
  const meanings = new Map(codes.flatMap(({ code, shiftId }) => (shiftId === undefined ? [] : [[code, shiftId]])))
  const differences = differencesOf(used, sheet, roster, meanings)
  const found = new Set(used.map(({ userId }) => userId))
  return {
    ...{ rows, codes, outside, isOtherMonth, problemCount, differences },
    missing: roster.lines.filter(({ userId, version }) => version > 0 && !found.has(userId)),
    changes: differences.map(({ line, days: changed }) => ({
      userId: line.userId,
      version: line.version,
      days: changed.map(({ after }) => after),
    })),
    learned: toCodes(meanings).filter(
      ({ code, shiftId }) => !roster.codes.some((one) => one.code === code && one.shiftId === shiftId),
    ),
  }
}

function withPeople({ rows }: RosterSheet, { lines }: Roster, { people }: Choices): PlanRow[] {
  const open = lines.filter(({ mayChange }) => mayChange)
  const seen = new Set<string>()
  return rows.map((row) => {
    const chosen = people.get(row.number)
    if (chosen === 'out') return { ...row, userId: null, isOut: true, problem: null }
    const userId = chosen ?? personNamed(row.name, open)?.userId ?? null
    const problem = userId === null ? 'unknown' : seen.has(userId) ? 'twice' : null
    if (userId !== null) seen.add(userId)
    return { ...row, userId, isOut: false, problem }
  })
}

function codesIn(rows: readonly PlanRow[], { shifts, codes }: Roster, choices: Choices): PlanCode[] {
  const known = new Map(codes.map(({ code, shiftId }) => [code, shiftId]))
  const meaningOf = (code: string) => {
    const chosen = choices.codes.get(code)
    return chosen !== undefined ? chosen : known.has(code) ? known.get(code) : usualMeaning(code, shifts)
  }
  const counts = new Map<string, number>()
  for (const text of rows.flatMap(({ cells }) => cells))
    for (const code of partsOf(text, (part) => meaningOf(part) !== undefined))
      counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts].map(([code, count]) => ({ code, count, shiftId: meaningOf(code) }))
}

function differencesOf(rows: readonly PlanRow[], sheet: RosterSheet, roster: Roster, meanings: Meanings): Difference[] {
  const days = daysOfMonth(roster.month)
  return rows.flatMap(({ userId, problem, cells }): Difference[] => {
    const line = roster.lines.find((one) => one.userId === userId)
    if (!line || problem !== null) return []
    const changed = sheet.days.flatMap((date, at) => {
      const day = days[date - 1]
      if (!day) return []
      const before = line.days.find((one) => one.day === day)
      const after = toCell(day, cells[at]!, meanings)
      const known = { ...after, shiftIds: after.shiftIds.slice(0, SHIFTS_OF_DAY_MAX) }
      return isSame(before, known) ? [] : [{ day, before, after: known }]
    })
    const isNew = line.version === 0
    return changed.length > 0 || isNew ? [{ line, isNew, days: changed }] : []
  })
}

/** A day without a shift and a mark equals one that the line does not name. */
function isSame(before: RosterCell | undefined, after: RosterCell): boolean {
  const ids = before?.shiftIds ?? []
  return (
    (before?.mark ?? null) === after.mark &&
    ids.length === after.shiftIds.length &&
    ids.every((id) => after.shiftIds.includes(id))
  )
}
