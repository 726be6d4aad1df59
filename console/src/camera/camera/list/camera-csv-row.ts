/** One row of a bulk registration: from cells as typed to a camera draft, with each error at its cell. CAM-07. */

import { cameraDraft, cameraFields } from '@mimamori/contract/camera/camera-fields.ts'
import { sought } from '@mimamori/contract/shared/plain.ts'
import { answerOf, dayOf } from '#lib/list/cell.ts'
import { CSV_FIELDS, type CsvCells, type CsvField } from './camera-csv.ts'
import { FLAG_WORDS, WORDS, wordList } from './camera-csv-words.ts'

/** Names that a file can use: every unit, hub, tag and shift of the site. */
type Named = { id: string; name: string }
export type CsvNames = {
  units: readonly Named[]
  hubs: readonly Named[]
  tags: readonly Named[]
  shifts: readonly Named[]
}

/** Error keys by field, for `useFieldError`. */
export type CellErrors = Partial<Record<CsvField, string>>
export type CheckedRow = { draft: Record<string, unknown>; errors: CellErrors }

/** Empty cells of these fields get their own error. */
const REQUIRED: ReadonlySet<CsvField> = new Set([
  'name',
  'description',
  'brand',
  'model',
  'location',
  'streamUrl',
  'streamingId',
])

/** Parses every cell and validates the row with the contract, as the service will. */
export function checkRow(cells: CsvCells, names: CsvNames): CheckedRow {
  const draft: Record<string, unknown> = {}
  const errors: CellErrors = {}
  for (const field of CSV_FIELDS) {
    const read = readCell(field, cells[field] ?? '', names)
    if ('error' in read) errors[field] = read.error
    else if (read.value !== undefined) draft[field] = read.value
  }
  const checked = cameraDraft.safeParse(draft)
  for (const issue of checked.error?.issues ?? []) {
    const field = CSV_FIELDS.find((known) => known === issue.path[0])
    if (field) errors[field] ??= issue.message
  }
  return { draft, errors }
}

type Read = { value: unknown } | { error: string }
type SchemaDef = { type: string; innerType?: { def: SchemaDef }; values?: readonly unknown[] }

function readCell(field: CsvField, raw: string, names: CsvNames): Read {
  const text = raw.trim()
  if (text === '') return { value: REQUIRED.has(field) ? '' : undefined }
  const kind = kindOf(field)
  if (kind === 'number') return readNumber(text)
  if (kind === 'boolean') {
    const value = answerOf(text)
    return value === undefined ? { error: `camera.word-unknown ${FLAG_WORDS}` } : { value }
  }
  const words = WORDS[field]
  if (words) return readWord(text, words)
  switch (field) {
    case 'unitId':
      return readName(text, names.units, 'camera.unit-unknown')
    case 'agentId':
      return readName(text, names.hubs, 'camera.agent-unknown')
    case 'tagIds':
      return readNames(text, names.tags, 'camera.tag-unknown')
    case 'shiftIds':
      return readNames(text, names.shifts, 'camera.shift-unknown')
    case 'installationDate':
      return { value: dayOf(text) }
    // Spaces inside a password belong to it; those around it come from the spreadsheet.
    default:
      return { value: text }
  }
}

/** Type of the field in the contract, without optional or nullable wrappers. */
function kindOf(field: CsvField): string {
  let { def }: { def: SchemaDef } = cameraFields.shape[field]
  while (def.innerType) ({ def } = def.innerType)
  return def.type === 'literal' ? typeof def.values?.[0] : def.type
}

/** Accepts full-width digits and thousands separators. */
function readNumber(text: string): Read {
  const plain = text.normalize('NFKC').replaceAll(/[,\s]/g, '')
  const value = Number(plain)
  return plain === '' || Number.isNaN(value) ? { error: 'camera.not-a-number' } : { value }
}

function readWord(text: string, words: ReadonlyMap<string, unknown>): Read {
  const known = [...words].find(([word]) => plainWord(word) === plainWord(text))
  return known ? { value: known[1] } : { error: `camera.word-unknown ${wordList(words)}` }
}

function readName(text: string, known: readonly Named[], error: string): Read {
  const found = known.find(({ name }) => plainWord(name) === plainWord(text))
  return found ? { value: found.id } : { error }
}

function readNames(text: string, known: readonly Named[], error: string): Read {
  const wanted = text
    .split(/[;；、|]/)
    .map((name) => plainWord(name))
    .filter(Boolean)
  const found = wanted.map((name) => known.find((one) => plainWord(one.name) === name)?.id)
  return found.every((id) => id !== undefined) ? { value: [...new Set(found)] } : { error }
}

const plainWord = (text: string): string => sought(text).replaceAll(/[_-]/g, '')
