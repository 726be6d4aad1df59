// Holds what the statements of a test run answered against the row types of the source.
import { type ColumnKind, kindOf } from './column-kind.ts'
import type { Field, Sender } from './row-types.ts'

export type SeenStatement = {
  file: string
  line: number
  columns: readonly { name: string; type: number; isNull: boolean }[]
}

/** One sentence for each thing that does not agree. */
export function compare(senders: readonly Sender[], seen: readonly SeenStatement[]): string[] {
  const byPlace = Map.groupBy(seen, placeOf)
  return senders.flatMap((sender) => {
    const place = placeOf(sender)
    const statements = byPlace.get(place)
    if (!statements) return [`${place}: no test sends this statement`]
    if (!sender.fields) return []
    return [...new Set(statements.flatMap(({ columns }) => differences(sender.fields!, columns)))].map(
      (one) => `${place}: ${one}`,
    )
  })
}

function placeOf({ file, line }: { file: string; line: number }): string {
  return `${file}:${line}`
}

function differences(fields: readonly Field[], columns: SeenStatement['columns']): string[] {
  const byName = new Map(columns.map((column) => [column.name, column]))
  const missing = fields
    .filter(({ name, isOptional }) => !isOptional && !byName.has(name))
    .map(({ name }) => `the row type has "${name}", the statement has not`)
  const wrong = fields.flatMap((field) => {
    const column = byName.get(field.name)
    return column ? errorsOf(field, kindOf(column.type), column.isNull) : []
  })
  return [...missing, ...wrong]
}

function errorsOf(field: Field, kind: ColumnKind, isNull: boolean): string[] {
  const errors: string[] = []
  if (!accepts(field, kind)) errors.push(`"${field.name}" is ${kind}, its type says ${field.text}`)
  if (isNull && !field.isNullable) errors.push(`"${field.name}" was null, its type says ${field.text}`)
  return errors
}

function accepts({ kinds }: Field, kind: ColumnKind): boolean {
  if (kinds.size === 0 || kinds.has('any') || kind === 'json' || kind === 'void') return true
  return [...kinds].every((one) => one === kind)
}
