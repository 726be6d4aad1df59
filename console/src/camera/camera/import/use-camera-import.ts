/** The state of one bulk registration: the file, what its columns hold, its rows with their errors, the service's word. CAM-07. */
import { useMemo, useState } from 'react'
import { errorOfService } from '#lib/browser/form-error.ts'
import { type CsvFile, readCsvFile } from '#lib/list/csv-file.ts'
import { useCall } from '#lib/service/use-call.ts'
import { useAssets, useHubs, useUnits } from '../camera-choices.ts'
import {
  type CsvCells,
  type CsvField,
  FILE_BYTES_MAX,
  isHeading,
  mapHeadings,
  ROWS_MAX,
  toCells,
} from '../list/camera-csv.ts'
import { type CellErrors, type CheckedRow, type CsvNames, checkRow } from '../list/camera-csv-row.ts'

export type ImportRow = {
  number: number
  cells: CsvCells
  draft: CheckedRow['draft']
  errors: CellErrors
  isBad: boolean
}
type Loaded = { file: CsvFile; mapping: (CsvField | null)[]; rows: CsvCells[]; revision: number }
/** The service's errors by row number, each by field. */
type ServiceErrors = ReadonlyMap<number, Readonly<Record<string, string>>>

/** Reads a file that somebody chose: rows, or why not. */
export const readFile = (chosen: File) =>
  readCsvFile(chosen, { rowsMax: ROWS_MAX, bytesMax: FILE_BYTES_MAX, isHeading })

export function useCameraImport() {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const names = useNames()
  const checked = useCheckedRows(loaded?.rows, names)
  const isClean =
    checked.length > 0 && names !== null && checked.every(({ errors }) => Object.keys(errors).length === 0)
  const dryRun = useDryRun(checked, loaded?.revision ?? 0, isClean)
  const ofService = isClean ? errorsOf(dryRun.data?.rows) : NO_ERRORS
  const rows = useMemo(() => checked.map((row) => withService(row, ofService.get(row.number))), [checked, ofService])
  return {
    file: loaded?.file ?? null,
    mapping: loaded?.mapping ?? [],
    rows,
    badCount: rows.filter(({ isBad }) => isBad).length,
    check: dryRun,
    /** Everything is good here and at the service. */
    isReady: isClean && dryRun.isSuccess && !dryRun.isFetching && ofService.size === 0,
    load: (file: CsvFile) => {
      const mapping = mapHeadings(file.headings)
      setLoaded({ file, mapping, rows: toCells(file, mapping), revision: 1 })
    },
    /** Another meaning of a column; a field is held by one column alone. What was fixed by hand is read anew. */
    map: (column: number, field: CsvField | null) =>
      setLoaded((now) => {
        if (!now) return now
        const mapping = now.mapping.map((held, at) => (at === column ? field : held === field ? null : held))
        return { ...now, mapping, rows: toCells(now.file, mapping), revision: now.revision + 1 }
      }),
    change: (rowNumber: number, field: CsvField, text: string) =>
      setLoaded(
        (now) => now && { ...now, rows: changed(now.rows, rowNumber, field, text), revision: now.revision + 1 },
      ),
    forget: () => setLoaded(null),
  }
}
export type CameraImport = ReturnType<typeof useCameraImport>

function changed(rows: readonly CsvCells[], rowNumber: number, field: CsvField, text: string): CsvCells[] {
  return rows.map((cells, at) => (at === rowNumber - 1 ? { ...cells, [field]: text } : cells))
}

/** Null until everything is known that a file may name. */
function useNames(): CsvNames | null {
  const { data: units } = useUnits()
  const { data: hubs } = useHubs()
  const { data: tags, isError } = useAssets('TAG')
  const { data: shifts, isError: isWithoutShifts } = useAssets('SHIFT')
  return useMemo(() => {
    if (!units || !hubs || !(tags || isError) || !(shifts || isWithoutShifts)) return null
    return { units, hubs, tags: tags ?? [], shifts: shifts ?? [] }
  }, [units, hubs, tags, isError, shifts, isWithoutShifts])
}

const NO_NAMES: CsvNames = { units: [], hubs: [], tags: [], shifts: [] }
const NO_ERRORS: ServiceErrors = new Map()

/** Only rows that changed are checked again. */
function useCheckedRows(rows: readonly CsvCells[] | undefined, names: CsvNames | null): ImportRow[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other names make every result old
  const known = useMemo(() => new WeakMap<CsvCells, CheckedRow>(), [names])
  return useMemo(
    () =>
      (rows ?? []).map((cells, at) => {
        const row = known.get(cells) ?? checkRow(cells, names ?? NO_NAMES)
        known.set(cells, row)
        return { number: at + 1, cells, ...row, isBad: Object.keys(row.errors).length > 0 }
      }),
    [rows, names, known],
  )
}

/** Asks the service for what it alone knows: the licence, names that are taken. Registers nothing. */
function useDryRun(rows: readonly ImportRow[], revision: number, isAsked: boolean) {
  return useCall(
    ['camera-import', revision, rows.length],
    'camera.registerMany',
    { body: { cameras: rows.map(({ draft }) => draft), dryRun: true } },
    { enabled: isAsked, retry: false, staleTime: 0, gcTime: 0 },
  )
}

type Answered = { row: number; fields: Record<string, string> }

/** Rows that the service refuses, by their number. */
function errorsOf(rows: readonly Answered[] | undefined): ServiceErrors {
  const bad = (rows ?? []).filter(({ fields }) => Object.keys(fields).length > 0)
  return bad.length === 0 ? NO_ERRORS : new Map(bad.map(({ row, fields }) => [row, fields]))
}

function withService(row: ImportRow, fields: Readonly<Record<string, string>> | undefined): ImportRow {
  if (!fields) return row
  const errors = Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, errorOfService(key)]))
  return { ...row, errors: { ...row.errors, ...errors }, isBad: true }
}
