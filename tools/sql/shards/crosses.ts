// Whether a statement needs rows of more than one tenant, as a database that is distributed by tenant_id would see it.

/** A table as docs/schema.sql has it. */
export type Table = { name: string; hasTenant: boolean }

/** Every table of the schema. */
export function tablesOf(schema: string): Table[] {
  return [...schema.matchAll(/^create table (\w+) \(\n([\s\S]*?)^\)/gm)].map(([, name, columns]) => ({
    name: name!,
    hasTenant: /^ {2}tenant_id uuid/m.test(columns!),
  }))
}

const MENTION = /\b(?:from|join|update|into|using)\s+(?:only\s+)?(?:lateral\s+)?([a-z_]+)/gi
/** Of a value, of another row, or of a row that an insert names. */
const EQUAL = /tenant_id"?\s*(?:=|is not distinct from)\s*(?:\$|[a-z_]+\.(?:"?tenant_id"?|"?tenantId"?)|\()/gi
const JOINED = /using\s*\(\s*tenant_id/gi
const PAIRED = /\((?:[a-z_]+\.)?tenant_id,[^()]*\)\s*(?:=|in)\s*\(/gi
const ANCHOR = /tenant_id\s*=\s*\$(?!\w)/i
const INSERTED = /insert into\s+[a-z_]+(?:\s+as\s+\w+)?\s*\(\s*tenant_id/gi

/**
 * Why it crosses; null: it keeps to the tenant that it names. Every mention of a tenant's table needs an equality of its
 * tenant_id, and one of them a value, so that a router knows where to send it. What cannot be read from the text crosses.
 */
export function crossing(text: string, tables: readonly Table[]): string | null {
  const owned = new Set(tables.filter(({ hasTenant }) => hasTenant).map(({ name }) => name))
  const mentions = [...text.matchAll(MENTION)].map(([, name]) => name!).filter((name) => owned.has(name))
  if (mentions.length === 0) return text.trim() === '$' ? 'its text is put together while it runs' : null
  const inserts = text.match(INSERTED)?.length ?? 0
  // A row of values, or of another row of tenants, which are on every machine; never rows of many tenants in a document.
  if (mentions.length === inserts && !/recordset/.test(text)) return null
  if (/tenant_id\s*=\s*any\b/i.test(text)) return 'it asks for several tenants at once'
  if (!ANCHOR.test(text)) return 'it names no tenant'
  const held = [EQUAL, JOINED, PAIRED].reduce((sum, form) => sum + (text.match(form)?.length ?? 0), inserts)
  return held >= mentions.length ? null : `${mentions.length} tables and ${held} equalities of tenant_id`
}
