// The driver's type for a column of PostgreSQL, by the object id of its type (fixed numbers of pg_type).

/** `json`: any stored value. `unread`: the driver returns PostgreSQL's text for a type that is not text. */
export type ColumnKind =
  | 'boolean'
  | 'number'
  | 'string'
  | 'bytes'
  | 'json'
  | 'string[]'
  | 'number[]'
  | 'void'
  | 'unread'

const KINDS: Record<Exclude<ColumnKind, 'unread'>, readonly number[]> = {
  boolean: [16],
  // int8, int2, int4, oid, float4, float8, numeric
  number: [20, 21, 23, 26, 700, 701, 1700],
  // char, name, text, cidr, inet, bpchar, varchar, date, time, timestamp, timestamptz, uuid, unknown
  string: [18, 19, 25, 650, 869, 1042, 1043, 1082, 1083, 1114, 1184, 2950, 705],
  bytes: [17],
  json: [114, 3802],
  // text, varchar, timestamptz, uuid
  'string[]': [1009, 1015, 1185, 2951],
  // int2, int4, int8, float4, float8, numeric
  'number[]': [1005, 1007, 1016, 1021, 1022, 1231],
  void: [2278],
}
const BY_ID = new Map(Object.entries(KINDS).flatMap(([kind, ids]) => ids.map((id) => [id, kind as ColumnKind])))

/** The kind of a type's object id; see service/src/platform/postgres/postgres-values.ts for how each is read. */
export function kindOf(typeId: number): ColumnKind {
  return BY_ID.get(typeId) ?? 'unread'
}
