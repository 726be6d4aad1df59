/** Statements as templates: values travel apart from the text, templates nest. Decision 0034. */
import template, { empty, join, raw, type Sql as Template } from 'sql-template-tag'

declare const row: unique symbol
/** A statement, or a part of one, whose rows are `T`; `text` and `values` are passed to the driver. */
export type Sql<T = unknown> = Template & { readonly [row]?: T }

/** Makes a statement of a template: a `${value}` becomes a parameter, a nested statement a part of the text. */
export function sql<T = unknown>(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql<T> {
  return template(strings, ...values)
}

/** Parts and values one after the other; nothing when the list is empty. */
sql.join = (parts: readonly unknown[], separator = ', '): Sql => (parts.length === 0 ? empty : join(parts, separator))

/** The name of a column or table, `column` or `alias.column`, quoted. */
sql.ref = (name: string): Sql =>
  raw(
    name
      .split('.')
      .map((part) => `"${part.replaceAll('"', '""')}"`)
      .join('.'),
  )

/** Inserts trusted text unchanged. Never use it for external values. */
sql.raw = (text: string): Sql => raw(text)
