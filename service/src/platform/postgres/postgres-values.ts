/** How values travel between PostgreSQL and JavaScript: instants stay text, as ISO 8601 in UTC with milliseconds. */

/** Object ids of pg_type, fixed by PostgreSQL. */
const BOOL = 16
const BYTEA = 17
const INT8 = 20
const JSON_TYPE = 114
const JSONB = 3802
const DATE = 1082
const TIMESTAMP = 1114
const TIMESTAMPTZ = 1184
const NUMERIC = 1700
const ARRAYS_OF_TEXT = [1009, 1015, 2951]
const ARRAYS_OF_NUMBERS = [1005, 1007, 1016, 1021, 1022, 1231]
const ARRAY_OF_INSTANTS = 1185

/** `2026-11-20 01:00:00.1+00` -> `2026-11-20T01:00:00.100Z`. The connection's time zone is always UTC. */
function toIsoInstant(text: string): string {
  if (text.endsWith('infinity')) return text
  const fraction = text[19] === '.' ? text.slice(20, text.length - 3) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

/** A one-dimensional array as PostgreSQL writes it, `{a,"b c",NULL}`. */
function fromArrayText(text: string): (string | null)[] {
  const items: (string | null)[] = []
  let at = 1
  while (at < text.length - 1) {
    if (text[at] === '"') {
      let item = ''
      for (at++; text[at] !== '"'; at++) {
        if (text[at] === '\\') at++
        item += text[at]
      }
      items.push(item)
      at += 2
    } else {
      const comma = text.indexOf(',', at)
      const end = comma === -1 ? text.length - 1 : comma
      const item = text.slice(at, end)
      items.push(item === 'NULL' ? null : item)
      at = end + 1
    }
  }
  return items
}

function toArrayText(items: readonly unknown[]): string {
  const texts = items.map((item) => {
    if (item === null || item === undefined) return 'NULL'
    if (typeof item === 'number' || typeof item === 'boolean') return String(item)
    if (Array.isArray(item)) return toArrayText(item)
    return `"${String(toParameter(item)).replaceAll(/["\\]/g, '\\$&')}"`
  })
  return `{${texts.join(',')}}`
}

/**
 * What the driver sends for a value: arrays become PostgreSQL arrays, other objects JSON, Dates ISO text.
 * A list for a `jsonb` column is written `JSON.stringify(list)`.
 */
export function toParameter(value: unknown): string | Uint8Array | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return value
  if (Array.isArray(value)) return toArrayText(value)
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

const asIs = (value: unknown) => value
const toNumbers = (text: string) => fromArrayText(text).map((item) => (item === null ? null : Number(item)))
const toInstants = (text: string) => fromArrayText(text).map((item) => (item === null ? null : toIsoInstant(item)))

/** Type handlers for postgres.js. PostgresConnection has already applied `toParameter`, which is idempotent. */
export const POSTGRES_TYPES = {
  boolean: { to: BOOL, from: [BOOL], serialize: toParameter, parse: (text: string) => text === 't' },
  json: { to: JSON_TYPE, from: [JSON_TYPE, JSONB], serialize: toParameter, parse: (text: string) => JSON.parse(text) },
  date: { to: DATE, from: [DATE, TIMESTAMP], serialize: toParameter, parse: asIs },
  instant: { to: TIMESTAMPTZ, from: [TIMESTAMPTZ], serialize: toParameter, parse: toIsoInstant },
  bytea: {
    to: BYTEA,
    from: [BYTEA],
    serialize: (bytes: Uint8Array | string) =>
      typeof bytes === 'string' ? bytes : `\\x${Buffer.from(bytes).toString('hex')}`,
    parse: (text: string) => Buffer.from(text.slice(2), 'hex'),
  },
  number: { to: INT8, from: [INT8, NUMERIC], serialize: toParameter, parse: Number },
  texts: { to: ARRAYS_OF_TEXT[0]!, from: ARRAYS_OF_TEXT, serialize: toParameter, parse: fromArrayText },
  numbers: { to: ARRAYS_OF_NUMBERS[0]!, from: ARRAYS_OF_NUMBERS, serialize: toParameter, parse: toNumbers },
  instants: { to: ARRAY_OF_INSTANTS, from: [ARRAY_OF_INSTANTS], serialize: toParameter, parse: toInstants },
}
