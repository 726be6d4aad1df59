/** The fields of a camera that are columns of its row: each stored unchanged, under its name in snake case. */
import { cameraFields } from '@mimamori/contract/camera/camera-fields.ts'
import type { z } from 'zod'
import { type Sql, sql } from '#platform/postgres/sql.ts'

export type CameraFields = z.output<typeof cameraFields>
/** Tags and shifts have their own tables, the password is sealed, and the hub is found before it is stored. */
const ELSEWHERE = ['tagIds', 'shiftIds', 'password', 'agentId'] as const
export type StoredFields = Omit<CameraFields, (typeof ELSEWHERE)[number]>

const FIELDS = Object.keys(cameraFields.shape).filter(
  (field) => !(ELSEWHERE as readonly string[]).includes(field),
) as (keyof StoredFields)[]

/** `roomSizeM2` -> `room_size_m2`. */
const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The column names in a fixed order, for `insert into camera (…)` and `update camera set (…)`. */
export const storedColumns: Sql = sql.join(FIELDS.map((field) => sql.ref(columnOf(field))))

/** The fields' values in the same order, as a select that PostgreSQL converts by the columns' own types. */
export function storedValues(fields: StoredFields): Sql {
  const row = Object.fromEntries(FIELDS.map((field) => [columnOf(field), fields[field]]))
  return sql`select ${storedColumns} from jsonb_populate_record(null::camera, ${JSON.stringify(row)}::jsonb)`
}

/** The fields of the rows `c`, under the contract's names. */
export const storedSelect: Sql = sql.join(
  FIELDS.map((field) => sql`${sql.ref(`c.${columnOf(field)}`)} as ${sql.ref(field)}`),
)

/** The subset of the fields that is stored in columns. */
export function toStored({
  tagIds: _,
  shiftIds: __,
  password: ___,
  agentId: ____,
  ...fields
}: CameraFields): StoredFields {
  return fields
}
