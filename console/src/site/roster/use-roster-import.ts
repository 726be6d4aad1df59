/** The state of one sheet on its way into the roster: what was read, what the reader decided, what saving would do. REACH-11. */
import { useMemo, useState } from 'react'
import { type FileError, parseRows, readSheets } from '#lib/list/csv-file.ts'
import type { Choices, Plan } from './roster-plan.ts'
import { planOf } from './roster-plan.ts'
import { useRoster } from './roster-queries.ts'
import { personNamed, type RosterSheet, rosterIn } from './roster-sheet.ts'

const FILE_BYTES_MAX = 5_000_000
const NO_CHOICES: Choices = { people: new Map(), codes: new Map(), isMonthSure: false }

type Source = { sheets: string[][][] } | FileError | { key: 'no-days'; count: 0 }
export type SourceError = Exclude<Source, { sheets: string[][][] }>

export function useRosterImport(asked: string | undefined) {
  const here = useRoster(asked, { isSteady: false })
  const [sheet, setSheet] = useState<RosterSheet | null>(null)
  const [error, setError] = useState<SourceError | null>(null)
  const [chosenMonth, setMonth] = useState<string | null>(null)
  const [choices, setChoices] = useState(NO_CHOICES)
  const month = chosenMonth ?? sheet?.months[0] ?? here.data?.month
  // Another month has another roster: its differences wait for it.
  const roster = useRoster(month, { isSteady: false })
  const plan = useMemo<Plan | null>(
    () => (sheet && roster.data ? planOf(sheet, roster.data, choices) : null),
    [sheet, roster.data, choices],
  )
  const take = (source: Source) => {
    if (!here.data) return
    const { lines, month: near } = here.data
    const isPerson = (name: string) => personNamed(name, lines) !== null
    const found = 'sheets' in source ? rosterIn(source.sheets, { isPerson, month: near }) : null
    setSheet(found)
    setError(found ? null : 'sheets' in source ? { key: 'no-days', count: 0 } : source)
    setMonth(null)
    setChoices(NO_CHOICES)
  }
  const choose = (change: (now: Choices) => Partial<Choices>) => setChoices((now) => ({ ...now, ...change(now) }))
  return {
    ...{ here, sheet, error, month, roster, plan, choices },
    readText: (text: string) => {
      const { rows, errors } = parseRows(text)
      take(errors.length > 0 ? { key: 'broken', count: errors.length, errors } : { sheets: [rows] })
    },
    readFile: async (file: File) => take(await readSheets(file, FILE_BYTES_MAX)),
    setMonth: (next: string) => {
      setMonth(next)
      choose(() => ({ isMonthSure: false }))
    },
    setMonthSure: (isMonthSure: boolean) => choose(() => ({ isMonthSure })),
    setPerson: (row: number, userId: string | 'out') =>
      choose(({ people }) => ({ people: new Map(people).set(row, userId) })),
    setCode: (code: string, shiftId: string | null) =>
      choose(({ codes }) => ({ codes: new Map(codes).set(code, shiftId) })),
    forget: () => {
      setSheet(null)
      setError(null)
    },
  }
}

export type RosterImport = ReturnType<typeof useRosterImport>
