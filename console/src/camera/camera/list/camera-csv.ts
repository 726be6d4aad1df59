/** The text side of bulk registration: bytes to text, text to rows, headings in any language to fields. CAM-07. */

import words from 'virtual:every-language/camera-field'
import { toCsv } from '@mimamori/contract/shared/csv.ts'
import type { Language } from '#lib/browser/language.ts'
import { type CsvFile, plainHeading } from '#lib/list/csv-file.ts'

/** Columns of the template in their order; masks, subscribers and escalations are chosen on images and in lists, not in a file. */
export const CSV_FIELDS = [
  'name',
  'description',
  'type',
  'brand',
  'model',
  'streamUrl',
  'subStreamUrl',
  'isSubStreamSameView',
  'streamingId',
  'location',
  'locationType',
  'unitId',
  'tagIds',
  'shiftIds',
  'agentId',
  'username',
  'password',
  'isBasicAllowed',
  'certificate',
  'vendor',
  'installationDate',
  'width',
  'height',
  'frameRate',
  'angle',
  'sensitivity',
  'pixelChangePercent',
  'sequenceDurationSeconds',
  'motionDurationSeconds',
  'imageDurationSeconds',
  'placementAngleDegrees',
  'placementHeightCm',
  'roomSizeM2',
  'ipAddress',
  'macId',
  'connection',
  'ssid',
  'signalStrengthDbm',
  'channel',
  'isPrivacyOn',
  'privacyLevel',
  'isInactiveAlertOn',
  'inactiveAlertMinutes',
  'isExternalAlertOn',
  'unitCode',
  'resCode',
  'axisApplication',
  'extraConfig',
] as const satisfies (keyof (typeof words)[Language])[]
export type CsvField = (typeof CSV_FIELDS)[number]

/** What the service takes at once. */
export const ROWS_MAX = 500
export const FILE_BYTES_MAX = 2_000_000

/** One line of the file: as typed, by field. */
export type CsvCells = Partial<Record<CsvField, string>>

export const isHeading = (heading: string): boolean => FIELD_OF_HEADING.has(plainHeading(heading))

/** For each column of the file the field that its heading names, or null; a field is given away once. */
export function mapHeadings(headings: readonly string[]): (CsvField | null)[] {
  const taken = new Set<CsvField>()
  return headings.map((heading) => {
    const field = FIELD_OF_HEADING.get(plainHeading(heading))
    if (!field || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

/** The lines by field; columns without one are left out. */
export function toCells(file: CsvFile, mapping: readonly (CsvField | null)[]): CsvCells[] {
  return file.lines.map((line) => {
    const cells: CsvCells = {}
    for (const [at, field] of mapping.entries()) if (field) cells[field] = line[at] ?? ''
    return cells
  })
}

/** A file with every heading and the example lines, to be filled in; opens in Excel in every language. */
export function templateCsv(language: Language, examples: readonly CsvCells[]): string {
  const names = words[language]
  const columns = CSV_FIELDS.map((field) => ({ header: names[field], csv: (row: CsvCells) => row[field] ?? '' }))
  return toCsv(columns, examples)
}

/** What video systems call a field whose label here is a plainer word. */
const OTHER_NAMES: Partial<Record<CsvField, readonly string[]>> = {
  streamingId: ['ストリーミングID'],
  location: ['居室', '部屋', 'Room'],
}

const FIELD_OF_HEADING = new Map<string, CsvField>(
  CSV_FIELDS.flatMap((field) =>
    [field, ...(OTHER_NAMES[field] ?? []), ...Object.values(words).map((names) => names[field])].map(
      (name) => [plainHeading(name), field] as const,
    ),
  ),
)
