/** Objects that are put back as they were answered: fields that only the answer has are ignored, at any depth. */
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/** The keys that only the answered object has; `inside`: the same of the objects in its fields. */
type Extra = { keys: ReadonlySet<string>; inside: ReadonlyMap<string, Extra> }
const NOTHING: Extra = { keys: new Set(), inside: new Map() }

const extras = new WeakMap<object, Extra>()

/** The body of a change without the fields that only the answered object has. */
export function withoutAnswered({ body, changesObject }: Endpoint, sent: unknown): unknown {
  if (!changesObject || Array.isArray(sent)) return sent
  let extra = extras.get(body)
  if (!extra) {
    extra = extraOf([body], [changesObject])
    extras.set(body, extra)
  }
  return without(sent, extra)
}

function without(sent: unknown, extra: Extra): unknown {
  // No deeper than the schema: what is sent may be nested without end.
  if (extra === NOTHING) return sent
  if (Array.isArray(sent)) return sent.map((one) => (Array.isArray(one) ? one : without(one, extra)))
  if (typeof sent !== 'object' || sent === null) return sent
  const own = Object.entries(sent).filter(([key]) => !extra.keys.has(key))
  return Object.fromEntries(own.map(([key, value]) => [key, without(value, extra.inside.get(key) ?? NOTHING)]))
}

function extraOf(bodies: readonly unknown[], answers: readonly unknown[]): Extra {
  const [own, answered] = [fieldsOf(bodies), fieldsOf(answers)]
  // A body without known fields, such as a record, takes any.
  if (own.size === 0) return NOTHING
  const inside = [...own].map(([key, fields]) => [key, extraOf(fields, answered.get(key) ?? [])] as const)
  return {
    keys: new Set([...answered.keys()].filter((key) => !own.has(key))),
    inside: new Map(inside.filter(([, { keys, inside }]) => keys.size + inside.size > 0)),
  }
}

/** All of them by their keys. */
function fieldsOf(schemas: readonly unknown[]): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>()
  for (const [key, field] of schemas.flatMap(entriesOf)) found.set(key, [...(found.get(key) ?? []), field])
  return found
}

/** The fields of an object, of every member of a union, of the elements of a list. */
function entriesOf(schema: unknown): [string, unknown][] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(entriesOf)
  if (schema instanceof z.ZodArray) return entriesOf(schema.element)
  if (schema instanceof z.ZodPipe) return entriesOf(schema.in)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return entriesOf(schema.unwrap())
  return []
}
